package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.SoleGroup;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnGroupTest {
    private static final Bytes GIB = Bytes.ofGiB(1);

    @TempDir
    private Path tree;

    private void put(String path, String text) throws IOException {
        Path file = tree.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void v2(String procs) throws IOException {
        put("proc/self/cgroup", "0::/app\n");
        put("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        put("sys/fs/cgroup/app/cgroup.procs", procs);
        put("sys/fs/cgroup/app/memory.stat", "anon 1073741824\nanon_thp 1048576\nshmem_thp 2097152\n");
    }

    private Fact<SoleGroup> read(Bytes anonymous) {
        return OwnGroup.find(Roots.under(tree)).flatMap(group -> group.read(anonymous));
    }

    private static Reason reason(Fact<?> fact) {
        return ((Fact.Absent<?>) fact).reason();
    }

    @Test
    void theSumsOfAGroupWithOneProcessAreKnown() throws IOException {
        v2("17\n");
        assertEquals(
                new SoleGroup(GIB, Bytes.ofMiB(1), Bytes.ofMiB(2)),
                read(GIB).known().orElseThrow());
    }

    @Test
    void theSumsOfAGroupWithTwoProcessesAreUnknown() throws IOException {
        v2("17\n18\n");
        assertEquals(Reason.NOT_SUPPORTED, reason(read(GIB)));
    }

    @Test
    void theSumsOfAGroupWithChildGroupsAreUnknown() throws IOException {
        v2("17\n");
        put("sys/fs/cgroup/app/cgroup.stat", "nr_descendants 1\nnr_dying_descendants 0\n");
        assertEquals(Reason.NOT_SUPPORTED, reason(read(GIB)));
    }

    @Test
    void theSumsAreUnknownIfTheProcessWasMoved() throws IOException {
        v2("17\n");
        assertEquals(Reason.NOT_SUPPORTED, reason(read(Bytes.ofGiB(2))));
        assertEquals(Reason.NOT_SUPPORTED, reason(read(Bytes.ofMiB(100))));
        assertTrue(read(Bytes.ofMiB(1030)).known().isPresent(), "counters lag");
    }

    @Test
    void version1HasOtherNames() throws IOException {
        put("proc/self/cgroup", "5:memory:/app\n0::/\n");
        put("proc/self/mountinfo", "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
        put("sys/fs/cgroup/memory/app/cgroup.procs", "17\n");
        put("sys/fs/cgroup/memory/app/memory.stat", "cache 0\nrss 1073741824\nrss_huge 4194304\n");
        assertEquals(
                new SoleGroup(GIB, Bytes.ofMiB(4), Bytes.ZERO),
                read(GIB).known().orElseThrow());
    }

    @Test
    void aStatWithoutTheNumbersIsMalformed() throws IOException {
        v2("17\n");
        put("sys/fs/cgroup/app/memory.stat", "file 3\n");
        assertEquals(Reason.MALFORMED, reason(read(GIB)));
    }

    @Test
    void withoutControlGroupsThereIsNone() {
        assertEquals(Reason.NOT_PRESENT, reason(read(GIB)));
    }
}
