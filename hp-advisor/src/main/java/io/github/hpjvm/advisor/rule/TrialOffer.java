package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.Optional;

/** The offer to measure the gain in a running JVM: the command and its cost. */
public final class TrialOffer {
    /** The command and its cost, as part of a sentence. A snapshot has the same advice as its host, so no PID is named. */
    static final String WORDS =
            "hp-cli trial in the running JVM (5 minutes; each step stalls a thread, and three longer"
                    + " than 5 ms in a row end it)";

    private TrialOffer() {}

    /** The command and its cost in one line, if a finding offers it; else empty. */
    public static Optional<String> of(Outcome.Finding finding, Jvm jvm) {
        return finding.is(Outcome.Finding.Trait.OFFERS_TRIAL)
                ? Optional.of("sudo hp-cli trial " + jvm.pid() + " (5 min; 3 stalls > 5 ms in a row end it)")
                : Optional.empty();
    }
}
