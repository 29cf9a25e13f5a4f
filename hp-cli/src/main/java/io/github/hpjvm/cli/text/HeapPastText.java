package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.watch.HeapPast;
import io.github.hpjvm.advisor.watch.Percent;
import io.github.hpjvm.console.terminal.Paragraph;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text on the past of a heap in a recording. */
public final class HeapPastText {
    private static final String INDENT = "  ";

    /** Losses that were made good again are shown up to this number. */
    private static final int SHOWN = 3;

    private HeapPastText() {}

    /** The lines, each with a line end, after a blank line. */
    public static String write(HeapPast past) {
        List<String> texts = new ArrayList<>();
        texts.add(past.readings() + (past.readings() == 1 ? " reading" : " readings") + " of the heap from "
                + time(past.first()) + " to " + time(past.last())
                + ": coverage was " + Percent.of(past.best()) + " at most, " + Percent.of(past.latest())
                + " in the last one.");
        past.present().ifPresent(loss -> {
            texts.add("The last good reading is of " + time(loss.lastGood()) + " (" + Percent.of(loss.was())
                    + "), the first bad one of " + time(loss.firstBad()) + " (" + Percent.of(loss.coverage()) + ").");
            texts.add(cause(loss));
        });
        List<HeapPast.Loss> earlier = past.losses().stream()
                .filter(loss -> loss.goodAgain().isPresent())
                .toList();
        earlier.subList(Math.max(0, earlier.size() - SHOWN), earlier.size())
                .forEach(loss -> texts.add("Coverage was"
                        + " below that from " + time(loss.firstBad()) + " (" + Percent.of(loss.coverage()) + ") to "
                        + time(loss.goodAgain().orElseThrow()) + ". " + cause(loss)));
        if (past.wasNeverHuge()) {
            texts.add("Huge pages never backed this heap.");
            past.before()
                    .ifPresent(before -> texts.add("The same program had " + Percent.of(before.coverage())
                            + " before its restart, as PID " + before.pid() + " at " + time(before.last()) + "."));
        } else if (past.losses().isEmpty()) {
            texts.add("No reading shows a loss of huge pages.");
        }
        List<String> lines = new ArrayList<>(List.of("", "History, from the recording (UTC):"));
        texts.forEach(text -> lines.addAll(Paragraph.wrap(text, INDENT, INDENT)));
        return String.join("\n", lines) + "\n";
    }

    private static String cause(HeapPast.Loss loss) {
        String facts = loss.evidence().stream().map(HeapPastText::fact).collect(Collectors.joining(", ", " (", ")"));
        return "Cause: " + loss.text() + (loss.evidence().isEmpty() ? "" : facts) + ".";
    }

    private static String fact(Evidence evidence) {
        return evidence.fact() + " " + evidence.value();
    }

    /** {@code 2026-01-02 03:04:05}. */
    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ').replace("Z", "");
    }
}
