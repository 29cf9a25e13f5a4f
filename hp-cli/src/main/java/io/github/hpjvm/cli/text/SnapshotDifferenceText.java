package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.compare.JvmChange;
import io.github.hpjvm.advisor.compare.SnapshotDifference;
import io.github.hpjvm.advisor.compare.ValueChange;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The difference of two snapshots as text. */
public final class SnapshotDifferenceText {
    private SnapshotDifferenceText() {}

    public static String write(SnapshotDifference difference, boolean colour) {
        Page page = new Page(colour);
        page.section("Host " + difference.hostAfter().or(difference::hostBefore).orElse("with an unknown name"));
        page.line("from " + difference.takenBefore().truncatedTo(ChronoUnit.SECONDS) + " to "
                + difference.takenAfter().truncatedTo(ChronoUnit.SECONDS));
        if (difference.isOfTwoHosts()) {
            page.warning("these are two hosts: the first snapshot is of "
                    + difference.hostBefore().orElse(""));
        }
        values(difference.host(), page);
        for (JvmChange jvm : difference.jvms()) {
            page.section(title(jvm));
            values(jvm.changes(), page);
        }
        return page.text();
    }

    private static String title(JvmChange jvm) {
        String before = jvm.pidBefore().map(String::valueOf).orElse("");
        String after = jvm.pidAfter().map(String::valueOf).orElse("");
        return switch (jvm.kind()) {
            case SAME -> after + "  " + jvm.service();
            case RESTARTED -> after + "  " + jvm.service() + ", restarted, its PID was " + before;
            case STARTED -> after + "  " + jvm.service() + ", started";
            case ENDED -> before + "  " + jvm.service() + ", ended";
        };
    }

    private static void values(List<ValueChange> changes, Page page) {
        if (changes.isEmpty()) {
            page.line("no change");
        }
        for (ValueChange change : changes) {
            if (change.before().isEmpty()) {
                page.line("+ " + named(change, change.after().orElse("")));
            } else if (change.after().isEmpty()) {
                page.line("- " + named(change, change.before().orElse("")));
            } else {
                page.line(change.name() + ": " + change.before().get() + " -> "
                        + change.after().get());
            }
        }
    }

    private static String named(ValueChange change, String value) {
        return change.isArgument() ? change.name() : change.name() + ": " + value;
    }
}
