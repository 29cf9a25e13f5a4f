package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The result of {@code jdk verify} as text: the differences, then all cases. */
public final class JdkText {
    private JdkText() {}

    public static String write(String name, Optional<String> against, List<JdkResult> results, boolean colour) {
        Page page = new Page(colour);
        page.section(name);
        against.ifPresent(other -> page.line("compared with " + other));
        long different = count(results, Status.DIFFERENT);
        page.line(results.size() + " cases: " + count(results, Status.SAME) + " as predicted, " + different
                + " different, " + count(results, Status.UNKNOWN) + " unknown, " + count(results, Status.NOT_RUN)
                + " not run, in " + seconds(results) + " s");
        for (JdkResult result : results) {
            if (result.status() != Status.SAME
                    || !result.reason().isEmpty() && !result.seen().ended()) {
                String bugs = result.bugs().isEmpty() ? "" : " (" + String.join(", ", result.bugs()) + ")";
                String word = result.status() == Status.SAME ? "" : word(result.status()) + ": ";
                page.line(result.test().name() + ": " + word + result.reason() + bugs);
            }
        }
        page.section("Pages of the heap");
        Table table = new Table(
                Column.left("case"),
                Column.left("predicted"),
                Column.left("log"),
                Column.left("mapped"),
                Column.left(""));
        for (JdkResult result : results) {
            table.row(List.of(
                    Cell.of(result.test().name()),
                    Cell.of(result.predicted().map(Enum::name).orElse("-")),
                    Cell.of(result.seen().logged().map(Bytes::rounded).orElse("-")),
                    Cell.of(result.seen()
                            .mapped()
                            .map(Enum::name)
                            .orElse(result.seen().ended() ? "ended" : "-")),
                    new Cell(word(result.status()), result.status() == Status.DIFFERENT ? Style.BAD : Style.PLAIN)));
        }
        table.lines("", colour).forEach(page::line);
        return page.text();
    }

    private static String word(Status status) {
        return switch (status) {
            case SAME -> "";
            case DIFFERENT -> "differs";
            case UNKNOWN -> "unknown";
            case NOT_RUN -> "not run";
        };
    }

    private static long seconds(List<JdkResult> results) {
        return results.stream()
                .map(JdkResult::time)
                .reduce(Duration.ZERO, Duration::plus)
                .toSeconds();
    }

    private static long count(List<JdkResult> results, Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }
}
