package io.github.hpjvm.bench.trial;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoomTest {
    private static final Bytes GIB = Bytes.ofGiB(1);

    private static Fact<Map<String, Bytes>> available(Bytes size) {
        return known(Map.of("MemAvailable", size), "/proc/meminfo");
    }

    private static Fact<List<GroupLimit>> limited(String file, long usedMib) {
        GroupLimit limit = new GroupLimit(GIB, Optional.of(Bytes.ofMiB(usedMib)), "/app", "/sys/fs/cgroup/app/" + file);
        return known(List.of(limit), "/proc/1/cgroup");
    }

    /** 32 MiB beside the growth. */
    @Test
    void theHostNeedsRoom() {
        Fact<List<GroupLimit>> none = known(List.of(), "/proc/1/cgroup");
        long growth = Bytes.ofMiB(10).value();
        assertEquals(Optional.empty(), Room.lacking(growth, available(Bytes.ofMiB(42)), none));
        assertEquals(
                Optional.of("huge pages need 42 MiB of free memory, and this host has 41 MiB"),
                Room.lacking(growth, available(Bytes.ofMiB(41)), none));
        assertTrue(Room.lacking(growth, denied("/proc/meminfo"), none).isPresent());
    }

    /** A group that is not mounted here may have a limit; a kernel without the controller has none. */
    @Test
    void unknownLimitsOfGroupsAreRefused() {
        Source cgroup = Source.of("/proc/1/cgroup");
        for (Reason none : List.of(Reason.NOT_SUPPORTED, Reason.NOT_PRESENT)) {
            assertEquals(Optional.empty(), Room.lacking(0, available(GIB), Fact.absent(none, cgroup)));
        }
        for (Fact<List<GroupLimit>> unknown : List.<Fact<List<GroupLimit>>>of(
                Fact.absent(Reason.NOT_PRESENT, Source.of("/proc/self/mountinfo", "the group /a is not mounted here")),
                Fact.absent(Reason.DENIED, cgroup),
                Fact.absent(Reason.MALFORMED, cgroup))) {
            String why = Room.lacking(0, available(GIB), unknown).orElseThrow();
            assertTrue(why.startsWith("the limits of its control groups are unknown: /proc/"), why);
        }
        Fact<List<GroupLimit>> granted = Fact.absent(Reason.NOT_PRESENT, Source.of("/proc/self/mountinfo"), "mount it");
        assertTrue(Room.lacking(0, available(GIB), granted).orElseThrow().endsWith("; mount it"));
    }

    @Test
    void eachGroupNeedsRoom() {
        assertEquals(Optional.empty(), Room.lacking(0, available(GIB), limited("memory.high", 992)));
        String why =
                Room.lacking(0, available(GIB), limited("memory.high", 993)).orElseThrow();
        assertTrue(why.contains("31 MiB left of its memory.high of 1 GiB"), why);
    }
}
