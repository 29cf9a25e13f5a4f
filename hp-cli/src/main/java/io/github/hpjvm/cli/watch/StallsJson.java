package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.bench.trace.CrossCheck;
import io.github.hpjvm.bench.trace.DefragVerdict;
import io.github.hpjvm.bench.trace.Histogram;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.bench.trace.Unmeasured;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** The JSON document of {@code hp-cli stalls}. */
record StallsJson(
        int schemaVersion,
        OptionalInt interval,
        double seconds,
        String backend,
        OptionalLong pid,
        Optional<String> host,
        Optional<Long> startTicks,
        Stalls.End end,
        long events,
        long lost,
        double cpuSeconds,
        List<OfKind> histograms,
        List<Unmeasured> unmeasured,
        Map<String, Long> vmstat,
        List<Check> checks,
        OptionalDouble cpuPressure,
        String verdict,
        Defrag defrag,
        List<Unused> declined) {
    private static final double NANOS = 1e9;

    private record OfKind(
            String name,
            String unit,
            List<Histogram.Bucket> buckets,
            long count,
            long sum,
            long max,
            long untimed,
            Map<String, Long> results) {
        private static OfKind of(Histogram it) {
            return new OfKind(
                    it.name(), "ns", it.buckets(), it.count(), it.sum(), it.max(), it.untimed(), it.results());
        }
    }

    private record Check(InPlace<CrossCheck> check, boolean equal) {}

    private record Defrag(Optional<String> current, Optional<String> favoured, String certainty) {
        private static Defrag of(DefragVerdict it) {
            return new Defrag(it.current(), it.favoured(), it.certainty().name().toLowerCase(Locale.ROOT));
        }
    }

    private record Unused(String backend, String reason) {}

    /** One document for the whole trace. */
    static String write(Stalls stalls, MeasuredOn on) {
        return DocumentText.of(document(stalls, on));
    }

    /** One line for an interval, or for the whole trace after the intervals. */
    static String writeLine(Stalls stalls, MeasuredOn on) {
        return DocumentText.line(document(stalls, on));
    }

    private static StallsJson document(Stalls stalls, MeasuredOn on) {
        Set<String> lacking = stalls.unmeasured().stream().map(Unmeasured::name).collect(Collectors.toSet());
        return new StallsJson(
                1,
                stalls.interval(),
                stalls.seconds(),
                stalls.backend().toString(),
                stalls.pid(),
                on.host(),
                on.startTicks(),
                stalls.end(),
                stalls.measured().events(),
                stalls.lost(),
                stalls.cpuNanos() / NANOS,
                stalls.measured().histograms().stream()
                        .filter(histogram -> !lacking.contains(histogram.name()))
                        .map(OfKind::of)
                        .toList(),
                stalls.unmeasured(),
                stalls.vmstat(),
                stalls.checks().stream()
                        .map(check -> new Check(new InPlace<>(check), check.equal()))
                        .toList(),
                stalls.cpuPressure(),
                stalls.verdict().text(),
                Defrag.of(stalls.verdict()),
                stalls.declined().stream()
                        .map(each -> new Unused(each.backend().toString(), each.reason()))
                        .toList());
    }
}
