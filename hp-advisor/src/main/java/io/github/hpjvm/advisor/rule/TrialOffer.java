package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.Optional;

/** The measurement of the gain in a running JVM: the command, and what it costs. */
public final class TrialOffer {
    private TrialOffer() {}

    private static String command(long pid) {
        return "sudo hp-cli trial " + pid;
    }

    /** The command and its cost, as part of a sentence. */
    static String words(long pid) {
        return "in this JVM: " + command(pid)
                + " (5 minutes; each step stalls a thread, and three longer than 5 ms in a row end it)";
    }

    /** The command and its cost in one line, if a finding offers it; else empty. */
    public static Optional<String> of(Outcome.Finding finding, Jvm jvm) {
        return finding.expectedEffect().contains(words(jvm.pid()))
                ? Optional.of(command(jvm.pid()) + " (5 min; 3 stalls > 5 ms in a row end it)")
                : Optional.empty();
    }
}
