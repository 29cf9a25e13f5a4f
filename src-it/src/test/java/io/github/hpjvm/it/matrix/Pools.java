package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.it.lab.HostState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pages of each hugetlb pool that are touched or reserved at one moment, by page size: Total - Free + Rsvd, surplus
 * ones included.
 */
record Pools(Map<Bytes, Long> used) {
    private static final Path FOLDER = Path.of("/sys/kernel/mm/hugepages");
    private static final Map<Bytes, String> SIZES =
            Map.of(Bytes.ofMiB(2), "hugepages-2048kB", Bytes.ofGiB(1), "hugepages-1048576kB");

    Pools {
        used = Map.copyOf(used);
    }

    static Pools now() {
        Map<Bytes, Long> used = new TreeMap<>();
        SIZES.forEach((size, name) -> {
            Path pool = FOLDER.resolve(name);
            if (Files.isDirectory(pool)) {
                used.put(size, number(pool, "nr") - number(pool, "free") + number(pool, "resv"));
            }
        });
        return new Pools(used);
    }

    boolean isUnused() {
        return used.values().stream().allMatch(pages -> pages == 0);
    }

    /** Returns the pages taken since then, without sizes with no taken page. */
    Map<Bytes, Long> since(Pools before) {
        Map<Bytes, Long> taken = new TreeMap<>();
        used.forEach((size, pages) -> {
            long more = pages - before.used.getOrDefault(size, 0L);
            if (more != 0) {
                taken.put(size, more);
            }
        });
        return taken;
    }

    private static long number(Path pool, String name) {
        return Long.parseLong(HostState.value(pool.resolve(name + "_hugepages")));
    }
}
