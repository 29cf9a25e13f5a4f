package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Optional;

/**
 * The room of the host and of the control groups for a heap that is resident as a whole. A limit that is not known is no room: a JVM
 * that touches its whole heap under a lower limit is killed at its start.
 *
 * @param fits true if the heap is known to fit
 * @param unknown what is not known; empty if the heap fits, or is known not to fit
 */
public record HeapRoom(boolean fits, Optional<Missing> unknown) {
    private static final String TOO_LARGE = "the whole heap does not fit into the remaining memory";

    /** The room for the part of the heap that is not resident yet. */
    public static HeapRoom of(RuleContext context, Bytes resident) {
        Bytes max = HeapArguments.max(context);
        Bytes more = max.minus(resident.min(max));
        Optional<Bytes> available =
                context.maybeHost("memory", Host::memory).flatMap(memory -> memory.size("MemAvailable"));
        boolean beyondHost = available
                .filter(size -> size.compareTo(more.plus(HeapArguments.MARGIN)) < 0)
                .isPresent();
        boolean beyondGroup = MemoryLimits.shortRoom(context, more).isPresent();
        if (beyondHost || beyondGroup) {
            return new HeapRoom(false, Optional.empty());
        }
        Optional<Missing> unknown = available.isEmpty()
                ? Optional.of(new Missing("available memory", Reason.NOT_PRESENT, "/proc/meminfo", ""))
                : context.hiddenMemoryLimits();
        return new HeapRoom(unknown.isEmpty(), unknown);
    }

    /** Returns the reason why the heap is not known to fit, as a sentence after another one; empty if it fits. */
    public String objection() {
        return fits
                ? ""
                : unknown.map(missing ->
                                " It is not known whether the whole heap fits into the remaining memory. Unknown: "
                                        + missing.fact() + ".")
                        .orElse(" T" + TOO_LARGE.substring(1) + ".");
    }

    /** The outcome of a rule whose only remedy needs the room. */
    public List<Outcome> refusal(RuleContext context) {
        return unknown.map(context::unknown).orElseGet(() -> context.notApplicable(TOO_LARGE));
    }
}
