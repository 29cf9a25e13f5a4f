package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Advised;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** THP below the PMD size: the bytes of a JVM equal the kernel's own count. */
class SmallThpIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final Path SIZE = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-64kB");
    private static final long BYTES = 64 << 10;

    /** The heap, without the last blocks of its parts. */
    private static final long LEAST_BYTES = 240L << 20;

    @TempDir
    private Path folder;

    @Test
    void bytesEqualTheCountOfTheKernel() throws IOException {
        Needs.root();
        Needs.that(Files.exists(SIZE.resolve("stats/nr_anon")), "THP of 64 KiB (Linux 6.12)");
        HOST.set(HostState.ENABLED_64K, "madvise");
        HOST.set(HostState.ENABLED_2M, "never");
        long before = pages();
        List<String> options = List.of(
                "-XX:+UseParallelGC", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages");
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, options)) {
            JsonNode regions = Advised.of(live.pid()).root().path("regions");
            long expected = (pages() - before) * BYTES;
            assertTrue(expected >= LEAST_BYTES, () -> "the kernel counts " + expected + " bytes: " + regions);
            long seen = 0;
            for (JsonNode region : regions) {
                seen += bytes(region.path("observed").path("bySize"));
            }
            assertEquals(expected, seen, expected / 100.0);
            assertEquals(1.0, regions.at("/0/observed/coverage").asDouble(), 0.02);

            Program.Ended watch = Cli.with("watch", "--pid", live.pid(), "--for", "1s", "--format", "json")
                    .run();
            JsonNode first =
                    Results.parse(watch.out().lines().findFirst().orElse("{}")).root();
            assertEquals(1.0, first.at("/regions/0/coverage").asDouble(), 0.02, watch::toString);
            assertTrue(bytes(first.at("/regions/0/bySize")) >= LEAST_BYTES, watch::toString);
        }
    }

    private static long bytes(JsonNode sizes) {
        long sum = 0;
        for (JsonNode size : sizes) {
            sum += size.path("pageBytes").asLong() == BYTES ? size.path("bytes").asLong() : 0;
        }
        return sum;
    }

    private static long pages() throws IOException {
        return Long.parseLong(Files.readString(SIZE.resolve("stats/nr_anon")).strip());
    }
}
