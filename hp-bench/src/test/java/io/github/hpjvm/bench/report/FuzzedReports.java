package io.github.hpjvm.bench.report;

import io.github.hpjvm.advisor.fuzz.FuzzCheck;
import io.github.hpjvm.advisor.fuzz.FuzzSeeds;
import io.github.hpjvm.advisor.fuzz.FuzzTarget;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.counters.CpuModel;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.counters.PerfIntervals;
import io.github.hpjvm.bench.counters.PerfList;
import io.github.hpjvm.bench.evidence.ForkCopy;
import io.github.hpjvm.bench.evidence.Judged;
import io.github.hpjvm.bench.report.compare.DifferenceJson;
import io.github.hpjvm.bench.report.compare.DifferenceText;
import io.github.hpjvm.bench.report.compare.ResultsDifference;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.json.SavedReport;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResultsJson;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.console.error.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Parsers of saved results, of perf's output, and of a fork's copies. */
enum FuzzedReports implements FuzzTarget {
    RESULTS("results.json", FuzzedReports::results, text(FuzzedReports::compared), text(FuzzedReports::rendered)),
    PERF(
            "perf output",
            () -> FuzzSeeds.cut(FuzzSeeds.below("perf")),
            text(PerfEvents::parse),
            text(PerfList::parse),
            text(PerfIntervals::running),
            text(CpuModel::parse)),
    FORK_COPY(
            "copies of forks",
            () -> FuzzSeeds.texts(
                    "==== ready arguments\n-Xmx1g\n==== before GC.heap_info\n garbage-first heap   total 65536K, used 1K"
                            + " [0x00000000f0000000, 0x0000000100000000)\n==== before /proc/self/smaps\n"
                            + "f0000000-100000000 rw-p 00000000 00:00 0 \nSize: 262144 kB\nRss: 65536 kB\n"
                            + "AnonHugePages: 65536 kB\nVmFlags: rd wr mr mw me ac hg \n"
                            + "==== after readings\nmillis\t12.5\tms\n",
                    "==== after heap\nf0000000-100000000\n==== after /proc/self/smaps\n"
                            + "f0000000-100000000 rw-s 00000000 00:01 7 /memfd:java_heap (deleted)\nRss: 4 kB\n"),
            text(FuzzedReports::copy));

    private static final FuzzCheck CHOSEN = FuzzCheck.chosen(List.of(values()));

    private final String title;
    private final Supplier<List<byte[]>> seeds;
    private final List<Parser> parsers;

    FuzzedReports(String title, Supplier<List<byte[]>> seeds, Parser... parsers) {
        this.title = title;
        this.seeds = seeds;
        this.parsers = List.of(parsers);
    }

    /** The entry point for Jazzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        CHOSEN.accept(input);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<byte[]> seeds() {
        return seeds.get();
    }

    @Override
    public List<Parser> parsers() {
        return parsers;
    }

    @Override
    public boolean documents(RuntimeException e) {
        return e instanceof UsageException;
    }

    private static Parser text(Function<String, ?> parser) {
        return bytes -> parser.apply(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Files of hp-bench, and short files with the fields that are read. */
    private static List<byte[]> results() {
        String run =
                "{\"workload\":\"A.a\",\"params\":{\"size\":\"1\"},\"variant\":\"%s\",\"round\":%d,\"status\":\"OK\","
                        + "\"profiled\":false,\"score\":%s,\"unit\":\"ns/op\",\"evidence\":{\"realised\":true},"
                        + "\"disturbance\":{\"disturbed\":false}}";
        List<String> runs = Stream.iterate(1, round -> round + 1)
                .limit(4)
                .flatMap(round -> Stream.of("baseline", "thp")
                        .map(variant -> run.formatted(variant, round, 9 + round % 3 / 10.0)))
                .toList();
        String document =
                "{\"schemaVersion\":1,\"host\":{\"kernel\":\"6.1\"},\"seed\":1,\"rules\":{\"disturbed\":\"drop\"},"
                        + "\"runs\":[" + String.join(",", runs) + "]}";
        return FuzzSeeds.texts(
                document,
                ResultsJson.write(Campaigns.smoke()),
                ResultsJson.write(Campaigns.command()),
                ResultsJson.write(Campaigns.nothing()));
    }

    private static Object compared(String text) {
        SavedResults results = SavedResultsJson.read("a.json", text);
        ResultsDifference difference = ResultsDifference.of(results, results);
        DifferenceText.write(difference, false);
        DifferenceJson.write(difference);
        return results;
    }

    private static Object rendered(String text) {
        return TextReport.saved(SavedReport.read("a.json", text, Optional.empty()));
    }

    private static Object copy(String text) {
        ForkCopy copy = ForkCopy.parse(text);
        copy.readings();
        copy.arguments();
        return Stream.of(ForkCopy.READY, ForkCopy.BEFORE, ForkCopy.AFTER)
                .flatMap(moment -> Stream.of(Judged.values()).map(part -> copy.backing(part, moment, Bytes.ofMiB(2))))
                .toList();
    }
}
