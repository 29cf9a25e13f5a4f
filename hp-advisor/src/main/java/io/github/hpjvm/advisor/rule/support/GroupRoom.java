package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import java.util.List;

/** What control groups leave to one JVM, over the limits of its group and of all above. */
public final class GroupRoom {
    private GroupRoom() {}

    /** What this JVM may have of a group: what it has, and what all in the group leave to it. */
    public static Bytes allowed(GroupLimit limit, Bytes held) {
        Bytes room = limit.room().orElse(limit.limit());
        return held.compareTo(limit.limit().minus(room)) >= 0 ? limit.limit() : room.plus(held);
    }

    /** What raises each limit that allows less than is needed, by what it is short of. */
    public static List<Action> raised(List<GroupLimit> limits, Bytes held, Bytes need) {
        return limits.stream()
                .filter(limit -> allowed(limit, held).compareTo(need) < 0)
                .map(limit -> raised(limit, need.minus(allowed(limit, held))))
                .toList();
    }

    private static Action raised(GroupLimit limit, Bytes by) {
        return new Action.CgroupFile(
                limit.file(),
                String.valueOf(limit.limit().plus(by).value()),
                String.valueOf(limit.limit().value()));
    }
}
