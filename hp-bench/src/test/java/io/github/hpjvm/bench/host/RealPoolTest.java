package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adds four pages to the pool of this host and restores it. */
class RealPoolTest {
    private static final Path POOL = Path.of("/proc/sys/vm/nr_hugepages");

    @TempDir
    Path folder;

    @Test
    void addsFourPagesAndRestoresThePool() throws IOException {
        Needs.that(
                System.getProperty("user.name").equals("root") && Files.isWritable(POOL),
                "root and a writable " + POOL);
        HostFiles files = HostFiles.under(Path.of("/"));
        try (HostLock lock = lock()) {
            Provisioner provisioner = new Provisioner(folder.resolve("undo"), Path.of("/"), BootId::ofThisHost);
            String found = files.value(POOL);
            String wanted = Long.toString(Long.parseLong(found) + 4);
            assertEquals(1, lock.handOver().size());
            try {
                AppliedChange applied = provisioner
                        .apply(List.of(new HostChange(POOL, wanted)))
                        .of(POOL)
                        .orElseThrow();
                assertEquals(found, applied.found());
                assertEquals(files.value(POOL), applied.readBack());
                Needs.that(applied.took(), "four free huge pages");
            } finally {
                RestoreReport report = provisioner.shutDown();
                assertTrue(report.isComplete(), report.lines()::toString);
            }
            assertEquals(found, files.value(POOL));
        }
    }

    private static HostLock lock() throws IOException {
        try {
            return HostLock.acquire(HostLock.Use.CHANGE, "test of the real pool");
        } catch (HostBusyException e) {
            Needs.that(false, "a free host: " + e.getMessage());
            throw e;
        }
    }
}
