package io.github.hpjvm.bench.trial;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The memory that a change to huge pages needs, and whether host and control groups have it. */
public final class Room {
    /** A copy exists while its original still does; the rest is for the program, which goes on allocating. */
    private static final Bytes MARGIN = Bytes.ofMiB(32);

    private Room() {}

    /**
     * Returns what lacks, as a sentence without its full stop; empty if there is room.
     *
     * @param growth bytes that the process grows by
     * @param memory sizes of {@code /proc/meminfo}
     * @param limits of the control groups of the process; absent if they cannot be read
     */
    public static Optional<String> lacking(
            long growth, Fact<Map<String, Bytes>> memory, Fact<List<GroupLimit>> limits) {
        Bytes need = MARGIN.plus(Bytes.of(growth));
        Optional<Bytes> available = memory.known().map(sizes -> sizes.get("MemAvailable"));
        if (available.isEmpty()) {
            return Optional.of("the available memory of this host is unknown: /proc/meminfo cannot be read");
        }
        if (available.get().compareTo(need) < 0) {
            return Optional.of("huge pages need " + need + " of free memory, and this host has " + available.get());
        }
        if (limits instanceof Fact.Absent<List<GroupLimit>> absent && !hasNoController(absent)) {
            return Optional.of("the limits of its control groups are unknown: " + absent.source()
                    + (absent.grant().isEmpty() ? "" : "; " + absent.grant()));
        }
        for (GroupLimit limit : limits.known().orElse(List.of())) {
            Optional<Bytes> room = limit.room();
            if (room.isEmpty() || room.get().compareTo(need) < 0) {
                return Optional.of("huge pages need " + need + " of memory, and the control group " + limit.cgroup()
                        + " has " + room.map(Bytes::toString).orElse("an unknown amount") + " left of its "
                        + limit.file().substring(limit.file().lastIndexOf('/') + 1) + " of " + limit.limit());
            }
        }
        return Optional.empty();
    }

    /** Returns whether there is no limit to read: the kernel has no control groups, or none for memory. */
    private static boolean hasNoController(Fact.Absent<List<GroupLimit>> absent) {
        return absent.reason() == Reason.NOT_SUPPORTED
                || absent.reason() == Reason.NOT_PRESENT
                        && absent.source().path().endsWith("/cgroup");
    }
}
