package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.stream.Stream;

/** The words for a process that this user may not read. */
public final class DeniedText {
    private DeniedText() {}

    /** Returns whether this user may not read the process. */
    public static boolean isFor(Jvm jvm) {
        return Stream.of(
                        jvm.identity(),
                        jvm.region(RegionName.HEAP).location(),
                        jvm.region(RegionName.HEAP).backing())
                .anyMatch(fact -> fact instanceof Fact.Absent<?> absent && absent.reason() == Reason.DENIED);
    }

    /**
     * The owner of the process, and the command that may read it.
     *
     * @param command such as {@code hp-cli advise}
     */
    public static String of(Jvm jvm, String command) {
        String owner = jvm.user().isEmpty() ? "another user" : "user " + jvm.user();
        String right = jvm.user().equals("root") ? "root with CAP_SYS_PTRACE" : "that user or as root";
        return "permission denied: process " + jvm.pid() + " belongs to " + owner + ". Run hp-cli as " + right
                + ": sudo " + command + " " + jvm.pid();
    }
}
