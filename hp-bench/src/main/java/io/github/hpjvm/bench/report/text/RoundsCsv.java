package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All rounds as CSV (RFC 4180): a line for each run, and a column for each reading. Unknown values are empty. */
public final class RoundsCsv {
    private static final List<String> COLUMNS = List.of(
            "workload",
            "params",
            "variant",
            "round",
            "order",
            "status",
            "counts",
            "profiled",
            "score",
            "unit",
            "wallNanosPerOp",
            "cpuNanosPerOp",
            "interleave",
            "kind",
            "heapBytes",
            "hugeBytes",
            "load1",
            "othersCpuPercent",
            "stealPercent",
            "jvm");

    private RoundsCsv() {}

    /** Returns the document; each line ends in CR LF. */
    public static String write(Results results) {
        TreeSet<String> readings = new TreeSet<>();
        results.runs().forEach(run -> readings.addAll(run.readings().keySet()));
        List<String> columns = new ArrayList<>(COLUMNS);
        // The name of a metric is the user's text.
        readings.forEach(it -> columns.add(COLUMNS.contains(it) ? "metric " + it : it));
        StringBuilder csv = new StringBuilder(line(columns));
        Set<Run> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(results.options().disturbed().counting(results.runs()));
        for (Run run : results.runs()) {
            csv.append(line(cells(run, kept.contains(run) && run.counts(), results, readings)));
        }
        return csv.toString();
    }

    private static List<String> cells(Run run, boolean counts, Results results, Iterable<String> readings) {
        List<String> cells = new ArrayList<>(List.of(
                run.job().subject().workload().name(),
                params(run.job().subject().params()),
                run.job().variant().name(),
                String.valueOf(run.job().round()),
                String.valueOf(run.job().order()),
                run.status().name(),
                String.valueOf(counts),
                String.valueOf(run.job().profiler().isPresent()),
                number(run.score()),
                run.unit(),
                number(run.timing().secondClock()),
                number(run.timing().cpuPerOperation()),
                run.timing().interleave().name(),
                run.evidence().kind().map(Enum::name).orElse(""),
                bytes(run, run.evidence().heapBytes()),
                bytes(run, run.evidence().hugeBytes()),
                number(run.disturbance().load1()),
                number(run.disturbance().othersCpuPercent()),
                number(run.disturbance().stealPercent()),
                run.job().variant().jvm(results.jvm()).build()));
        for (String reading : readings) {
            cells.add(
                    run.readings().containsKey(reading)
                            ? number(OptionalDouble.of(
                                    run.readings().get(reading).value()))
                            : "");
        }
        return cells;
    }

    /** A heap without a size was not seen. */
    private static String bytes(Run run, Bytes bytes) {
        return run.evidence().heapBytes().isZero() ? "" : String.valueOf(bytes.value());
    }

    private static String params(Map<String, String> params) {
        return params.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining(";"));
    }

    private static String number(OptionalDouble number) {
        return number.isPresent() && Double.isFinite(number.getAsDouble()) ? String.valueOf(number.getAsDouble()) : "";
    }

    private static String line(List<String> cells) {
        return cells.stream().map(RoundsCsv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** Quotes a cell where needed. A text from outside gets a quote in front if a spreadsheet would read a formula. */
    private static String cell(String text) {
        String clean = Visible.replaced(text, '\ufffd');
        String safe = clean.matches("(?s)[=+@-].*") && !clean.matches("-?[0-9.eE+-]+") ? "'" + clean : clean;
        return safe.matches("(?s).*[\",\r\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
