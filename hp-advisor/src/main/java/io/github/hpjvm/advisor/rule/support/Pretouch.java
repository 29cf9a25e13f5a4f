package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * The change that makes the whole heap resident at the start. It is advised only for a heap that has its full size anyway:
 * {@code -Xms} equals {@code -Xmx}, or the heap has grown nearly to its maximum.
 *
 * @param action the flags; empty if the change is not advised
 * @param objection why it is not advised, as a sentence after another one; empty if it is advised
 */
public record Pretouch(Optional<Action> action, String objection) {
    private static final String FLAG = "-XX:+AlwaysPreTouch";

    /** The change for a heap with this resident size. */
    public static Pretouch of(RuleContext context, Bytes resident) {
        if (HeapArguments.staysSmaller(context, resident)) {
            return new Pretouch(
                    Optional.empty(), " The heap can stay smaller than its maximum, and AlwaysPreTouch would prevent that.");
        }
        HeapRoom room = HeapRoom.of(context, resident);
        return room.fits()
                ? new Pretouch(Optional.of(action(context, resident)), "")
                : new Pretouch(Optional.empty(), room.objection());
    }

    /** The flags, with the memory that they make resident as a cost. AlwaysPreTouch touches the initial heap only. */
    private static Action action(RuleContext context, Bytes resident) {
        JvmFlag flags = HeapArguments.grows(context)
                ? HeapArguments.fixed(context, FLAG)
                : new JvmFlag(List.of(FLAG), List.of());
        Bytes max = HeapArguments.max(context);
        Bytes more = max.minus(resident.min(max));
        return more.isZero() ? flags : flags.at(JvmFlag.RESTART + "; " + more.rounded() + " more resident");
    }

    /** Returns whether it is advised. */
    public boolean isAdvised() {
        return action.isPresent();
    }
}
