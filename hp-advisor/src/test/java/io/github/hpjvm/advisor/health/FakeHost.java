package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.read.file.Roots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A tree with the files that a check reads, under the JVM that runs the tests. */
final class FakeHost {
    private final Path tree;

    private FakeHost(Path tree) {
        this.tree = tree;
    }

    /** Nothing at all. */
    static FakeHost empty(Path tree) {
        return new FakeHost(tree);
    }

    /** THP by madvise, an empty pool, a control group of version 2 for the JVM alone. */
    static FakeHost usual(Path tree) {
        FakeHost host = new FakeHost(tree);
        String thp = "sys/kernel/mm/transparent_hugepage/";
        host.put(thp + "enabled", "always [madvise] never\n")
                .put(thp + "defrag", "always defer defer+madvise [madvise] never\n")
                .put(thp + "shmem_enabled", "always within_size advise [never] deny force\n")
                .put(thp + "hpage_pmd_size", "2097152\n")
                .put("sys/fs/cgroup/cgroup.procs", "1\n")
                .put("proc/self/cgroup", "0::/\n")
                .put("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n")
                .put("proc/vmstat", "thp_fault_alloc 10\nthp_fault_fallback 1\ncompact_stall 0\n");
        String pool = "sys/kernel/mm/hugepages/hugepages-2048kB/";
        for (String name : new String[] {"nr", "free", "resv", "surplus", "nr_overcommit"}) {
            host.put(pool + name + "_hugepages", "0\n");
        }
        return host.memory(1000, 0, 0);
    }

    /** The memory of the process, in MiB: anonymous, of that in THP, and from hugetlb pools. */
    FakeHost memory(long anonymous, long thp, long hugetlb) {
        put(
                "proc/self/status",
                "Name:\tjava\nState:\tR (running)\nVmRSS:\t" + anonymous * 1024 + " kB\nRssAnon:\t" + anonymous * 1024
                        + " kB\nHugetlbPages:\t" + hugetlb * 1024 + " kB\nVmSwap:\t0 kB\nTHP_enabled:\t1\n");
        return put(
                "sys/fs/cgroup/memory.stat",
                "anon " + (anonymous << 20) + "\nfile 0\nanon_thp " + (thp << 20) + "\nshmem_thp 0\n");
    }

    FakeHost put(String path, String text) {
        try {
            Path file = tree.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Roots roots() {
        return Roots.under(tree);
    }

    /** The properties of a HotSpot on Linux, some of them changed: name and value in turn. */
    static Map<String, String> properties(String... changes) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "os.name", "Linux",
                "java.version", "21.0.2",
                "java.vm.name", "OpenJDK 64-Bit Server VM",
                "java.vm.version", "21.0.2+7",
                "java.vm.vendor", "Eclipse Adoptium"));
        for (int i = 0; i < changes.length; i += 2) {
            properties.put(changes[i], changes[i + 1]);
        }
        return properties;
    }
}
