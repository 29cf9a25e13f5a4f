package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** The offer to measure the gain in a running JVM: the command and its cost. */
public final class TrialOffer {
    /** Default of {@code --for}. */
    private static final long USUAL_MINUTES = 5;

    private TrialOffer() {}

    /** The command and its cost, as part of a sentence. A snapshot has the same advice as its host, so no PID is named. */
    static String words(Backing heap) {
        return "hp-cli trial in the running JVM (" + minutes(heap)
                + " minutes; each step stalls a thread, and three longer than 5 ms in a row end it)";
    }

    /** The command and its cost in one line, if a finding offers it; else empty. */
    public static Optional<String> of(Outcome.Finding finding, Jvm jvm) {
        long minutes = jvm.region(RegionName.HEAP)
                .backing()
                .known()
                .map(TrialOffer::minutes)
                .orElse(USUAL_MINUTES);
        return finding.is(Outcome.Finding.Trait.OFFERS_TRIAL)
                ? Optional.of("sudo hp-cli trial " + jvm.pid()
                        + (minutes == USUAL_MINUTES ? " (5 min; " : " --for " + minutes + "m (")
                        + "3 stalls > 5 ms in a row end it)")
                : Optional.empty();
    }

    /**
     * The time that a trial of this heap needs. A change of 1 GiB to huge pages and back took 3 to 5 s (docs/TRIAL.md), and six
     * rounds need eleven times as long as one change.
     */
    private static long minutes(Backing heap) {
        double gib = heap.residentMax().value() / (double) Bytes.ofGiB(1).value();
        return Math.max(USUAL_MINUTES, (long) Math.ceil(gib));
    }
}
