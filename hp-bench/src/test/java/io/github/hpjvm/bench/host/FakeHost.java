package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A copy of the kernel files of a host with 16 GiB, an empty pool and THP mode never. */
record FakeHost(Path root) {
    static final Path POOL = Path.of("/proc/sys/vm/nr_hugepages");
    static final Path THP = ThpPlan.globalFile();
    static final Path THP_2M = ThpPlan.sizeFile(2L << 20);
    static final Path MEMINFO = Path.of("/proc/meminfo");
    static final Path FREE = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages");
    static final Path RESERVED = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/resv_hugepages");
    static final String BOOT = "11111111-2222-4333-8444-555555555555";

    /** Three changes, one for each file. */
    static final List<HostChange> CHANGES =
            List.of(new HostChange(POOL, "700"), new HostChange(THP, "madvise"), new HostChange(THP_2M, "inherit"));

    static FakeHost in(Path root) throws IOException {
        FakeHost host = new FakeHost(root);
        host.set(MEMINFO, "MemTotal: 16777216 kB\nHugepagesize: 2048 kB");
        host.set(FREE, "0");
        host.set(RESERVED, "0");
        host.set(POOL, "0");
        host.set(THP, "always madvise [never]");
        host.set(THP_2M, "always inherit madvise [never]");
        return host;
    }

    void set(Path file, String text) throws IOException {
        Path at = at(file);
        Files.createDirectories(at.getParent());
        Files.writeString(at, text + "\n");
    }

    Path at(Path file) {
        return root.resolve(Path.of("/").relativize(file));
    }

    HostFiles files() {
        return HostFiles.under(root);
    }

    /** Pool, global THP mode, THP mode of the size. */
    List<String> values() throws IOException {
        return List.of(files().value(POOL), files().value(THP), files().value(THP_2M));
    }
}
