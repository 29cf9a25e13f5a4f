package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;

/** Limits of control groups for one JVM: those of its group and of all parent groups. */
public final class GroupRoom {
    private GroupRoom() {}

    /** The size that the group allows this JVM: the size that it holds, plus the remaining room of the group. */
    public static Bytes allowed(GroupLimit limit, Bytes held) {
        Bytes room = limit.room().orElse(limit.limit());
        return held.compareTo(limit.limit().minus(room)) >= 0 ? limit.limit() : room.plus(held);
    }

    /** The actions that raise each limit below the need, by the missing size. */
    static List<CgroupFile> raised(List<GroupLimit> limits, Bytes held, Bytes need) {
        return limits.stream()
                .filter(limit -> allowed(limit, held).compareTo(need) < 0)
                .map(limit -> raised(limit, need.minus(allowed(limit, held))))
                .toList();
    }

    private static CgroupFile raised(GroupLimit limit, Bytes by) {
        return new CgroupFile(
                limit.file(),
                String.valueOf(limit.limit().plus(by).value()),
                String.valueOf(limit.limit().value()));
    }
}
