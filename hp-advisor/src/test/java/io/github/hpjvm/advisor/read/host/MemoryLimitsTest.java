package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory limits of groups, with the part of their usage that is cache. */
class MemoryLimitsTest {
    @TempDir
    private Path tree;

    private void put(String path, String text) throws IOException {
        Path file = tree.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private CgroupTree tree(String mount, Map<String, String> paths) throws IOException {
        put("proc/self/mountinfo", mount);
        return new CgroupTree(
                Roots.under(tree),
                paths,
                Mounts.read(tree.resolve("proc"), "self").known().orElseThrow());
    }

    private List<GroupLimit> limits(String mount, Map<String, String> paths) throws IOException {
        return new MemoryFiles(tree(mount, paths)).group().known().orElseThrow().limits();
    }

    /** The kernel delays a process above memory.high, and refuses memory above memory.max. */
    @Test
    void limitsOfChargesHaveBothOfVersion2() throws IOException {
        put("sys/fs/cgroup/pod/memory.max", "1000\n");
        put("sys/fs/cgroup/pod/memory.high", "900\n");
        put("sys/fs/cgroup/pod/memory.current", "700\n");
        put("sys/fs/cgroup/pod/app/memory.max", "max\n");
        put("sys/fs/cgroup/pod/app/memory.high", "800\n");
        CgroupTree groups =
                tree("30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", Map.of("unified", "/pod/app"));
        assertEquals(
                List.of("/pod 1000", "/pod/app 800", "/pod 900"),
                new MemoryFiles(groups)
                        .charges().known().orElseThrow().stream()
                                .map(limit ->
                                        limit.cgroup() + " " + limit.limit().value())
                                .toList());
        MemoryGroup memory = new MemoryFiles(groups).group().known().orElseThrow();
        assertEquals(1, memory.limits().size());
        assertEquals(2, memory.high().orElseThrow().size());
        assertEquals(Optional.of(Bytes.of(800)), memory.tightestHigh().map(GroupLimit::limit));
    }

    @Test
    void cacheOfEachLimitedGroupIsRead() throws IOException {
        put("sys/fs/cgroup/pod/memory.max", "1000\n");
        put("sys/fs/cgroup/pod/memory.current", "990\n");
        put("sys/fs/cgroup/pod/memory.stat", "anon 300\ninactive_file 600\n");
        put("sys/fs/cgroup/pod/app/memory.max", "max\n");
        put("sys/fs/cgroup/pod/app/memory.stat", "anon 200\ninactive_file 500\n");
        GroupLimit limit = limits(
                        "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", Map.of("unified", "/pod/app"))
                .get(0);
        assertEquals(Optional.of(Bytes.of(600)), limit.cache());
        assertEquals(Optional.of(Bytes.of(390)), limit.workingSet());
        assertEquals(Optional.of(Bytes.of(610)), limit.room());
    }

    @Test
    void version1CountsTheGroupsBelow() throws IOException {
        put("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "1000\n");
        put("sys/fs/cgroup/memory/app/memory.usage_in_bytes", "990\n");
        put("sys/fs/cgroup/memory/app/memory.stat", "inactive_file 1\ntotal_inactive_file 600\n");
        GroupLimit limit = limits(
                        "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", Map.of("memory", "/app"))
                .get(0);
        assertEquals(Optional.of(Bytes.of(600)), limit.cache());
    }

    @Test
    void aGroupWithoutStatisticsHasNoKnownCache() throws IOException {
        put("sys/fs/cgroup/app/memory.max", "1000\n");
        put("sys/fs/cgroup/app/memory.current", "990\n");
        GroupLimit limit = limits("30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", Map.of("unified", "/app"))
                .get(0);
        assertEquals(Optional.empty(), limit.cache());
        assertEquals(Optional.of(Bytes.of(10)), limit.room());
    }

    /** A bind mount of the host's /sys/fs/cgroup, in a namespace of control groups two groups below the root. */
    @Test
    void limitsAreReadThroughAMountFromOutsideTheNamespace() throws IOException {
        put("sys/fs/cgroup/kubepods/app/memory.max", "1000\n");
        assertEquals(
                List.of(Bytes.of(1000)),
                limits(
                                "30 23 0:26 /../.. /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n",
                                Map.of("unified", "/../../kubepods/app"))
                        .stream()
                        .map(GroupLimit::limit)
                        .toList());
    }

    /** A container with a namespace of control groups: the limit of its pod is above what it sees. */
    @Test
    void limitsOfHiddenGroupsAreUnknown() throws IOException {
        put("proc/4242/cgroup", "0::/\n");
        put("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        put("sys/fs/cgroup/memory.current", "700\n");
        Roots roots = Roots.under(tree);
        assertEquals(
                List.of(), Cgroups.chargeLimits(roots, 4242).known().orElseThrow(), "the root of a host has no type");
        put("sys/fs/cgroup/cgroup.type", "domain\n");
        Fact<List<GroupLimit>> hidden = Cgroups.chargeLimits(roots, 4242);
        assertTrue(
                hidden instanceof Fact.Absent<List<GroupLimit>> absent
                        && absent.grant().equals("run outside the container")
                        && !absent.source().path().endsWith("/cgroup"),
                hidden::toString);
        put("sys/fs/cgroup/memory.max", "1000\n");
        assertEquals(1, Cgroups.chargeLimits(roots, 4242).known().orElseThrow().size());
    }

    /** A controller that the kernel does not have hides no limit. */
    @Test
    void onlyHierarchiesThatExistCanBeHidden() throws IOException {
        put("sys/fs/cgroup/memory/release_agent", "");
        put("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "1000\n");
        String mount = "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        assertFalse(tree(mount, Map.of("memory", "/app")).hidden());
        assertTrue(tree(mount, Map.of("memory", "/app", "hugetlb", "/app")).hidden());
    }
}
