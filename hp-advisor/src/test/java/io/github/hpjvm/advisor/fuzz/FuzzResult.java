package io.github.hpjvm.advisor.fuzz;

import java.util.List;
import java.util.Locale;

/**
 * What the fuzzer saw of one target.
 *
 * @param executions inputs that were parsed
 * @param newInputs inputs that reached code that no input before had reached
 * @param slowestSeconds the longest time for one input, in whole seconds
 * @param crashes the first line of each exception that a parser does not document, of each message that is not safe to
 *     show, and of each input that took too long
 * @param ended whether the fuzzer ran to its end
 */
record FuzzResult(
        FuzzTarget target, long executions, long newInputs, long slowestSeconds, List<String> crashes, boolean ended) {
    private static final String FORMAT = "%-18s %12s %11s %12s %8s%n";

    /** What libFuzzer wrote to stderr, with {@code -print_final_stats=1}. */
    static FuzzResult of(FuzzTarget target, List<String> lines) {
        return new FuzzResult(
                target,
                last(lines, "stat::number_of_executed_units:"),
                last(lines, "stat::new_units_added:"),
                last(lines, "stat::slowest_unit_time_sec:"),
                lines.stream()
                        .filter(line -> line.startsWith("== Java Exception:")
                                || line.startsWith("== Java Assertion Error")
                                || line.contains("ERROR: libFuzzer:"))
                        .toList(),
                lines.stream().anyMatch(line -> line.startsWith("stat::number_of_executed_units:")));
    }

    private static long last(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .mapToLong(line -> Long.parseLong(line.substring(start.length()).strip()))
                .reduce(0, (first, second) -> second);
    }

    static String table(List<FuzzResult> results) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, FORMAT, "parser", "executions", "new inputs", "slowest (s)", "crashes"));
        results.forEach(it -> text.append(row(it.target.title(), it)));
        return text.append(row("all", sum(results))).toString();
    }

    private static String row(String title, FuzzResult it) {
        return String.format(
                Locale.ROOT,
                FORMAT,
                title,
                it.executions,
                it.newInputs,
                it.slowestSeconds,
                it.ended ? it.crashes.size() : "no end");
    }

    private static FuzzResult sum(List<FuzzResult> results) {
        return new FuzzResult(
                results.get(0).target,
                results.stream().mapToLong(FuzzResult::executions).sum(),
                results.stream().mapToLong(FuzzResult::newInputs).sum(),
                results.stream().mapToLong(FuzzResult::slowestSeconds).max().orElse(0),
                results.stream().flatMap(it -> it.crashes.stream()).toList(),
                results.stream().allMatch(FuzzResult::ended));
    }
}
