package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Postgres;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A PostgreSQL of this machine with {@code huge_pages=on} starts on a pool that {@code hp-cli size} has sized, and does
 * not start with a page less. For comparison, the widespread recipe {@code pmap PID | awk '/rw-s/ && /zero/'}: its
 * result is too small, and it finds nothing once the database is on the pool.
 */
class PostgresSizeIT {
    private static final String BUFFERS = "shared_buffers=128MB";
    private static final String OFF = "huge_pages=off";
    private static final String ON = "huge_pages=on";

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Postgres postgres;

    @BeforeEach
    void sizesAPoolForPostgres() {
        postgres = Postgres.in(folder);
    }

    private static JsonNode pool(Object... pids) {
        Program.Ended sized =
                Cli.with("size", "--format", "json", "--pid").with(pids).run();
        assertEquals(0, sized.exitCode(), sized.err());
        return Results.parse(sized.out()).root().at("/pools/0");
    }

    /** Returns the KiB that are mapped as {@code /dev/zero}; empty if there are none. */
    private static OptionalLong zero(long pid) {
        Program.Ended mapped =
                Program.of(Needs.program("pmap").toString(), Long.toString(pid)).run();
        return mapped.out()
                .lines()
                .filter(line -> line.contains("rw-s") && line.contains("zero"))
                .mapToLong(line -> Long.parseLong(line.strip().split(" +")[1].replace("K", "")))
                .findFirst();
    }

    private boolean starts() {
        try (Program.Running server = postgres.server(BUFFERS, ON).start()) {
            boolean starts = postgres.answers(server);
            if (starts) {
                assertEquals(OptionalLong.empty(), zero(server.pid()), "the recipe sees nothing any more");
                assertEquals(
                        0, pool(server.pid()).path("more").asLong(), "after a restart it needs the pages that it has");
                Postgres.end(server);
            } else {
                assertTrue(server.errSoFar().contains("could not map anonymous shared memory"), server.errSoFar());
            }
            return starts;
        }
    }

    @Test
    void startsOnTheSizedPoolAndNotOnOnePageLess() {
        long asked = postgres.pages(BUFFERS, OFF);
        long need;
        try (Program.Running server = postgres.server(BUFFERS, OFF).start()) {
            assertTrue(postgres.answers(server), server::errSoFar);
            need = pool(server.pid()).path("toWrite").asLong();
            long recipe = zero(server.pid()).orElseThrow();
            assertEquals(asked, need, "the server and hp-cli size report the same need");
            assertTrue(recipe / 2048 < need, "the recipe, rounded down, is short: " + recipe / 2048.0 + ", " + need);
            System.out.println("PostgreSQL: " + need + " pages; the recipe says " + recipe / 2048.0);
            Postgres.end(server);
        }
        HOST.pool(need - 1);
        assertFalse(starts());
        HOST.pool(need);
        assertTrue(starts());
    }

    /** Beside a JVM: the pool that both need together is exact to the page. */
    @Test
    void sizesAPoolForPostgresAndAJvm() {
        List<String> options = List.of(
                "-XX:+UseSerialGC", "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=32m", "-Xms64m", "-Xmx64m");
        long together;
        try (Program.Running server = postgres.server(BUFFERS, OFF).start();
                LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, options)) {
            assertTrue(postgres.answers(server), server::errSoFar);
            together = pool(server.pid(), jvm.pid()).path("toWrite").asLong();
            Postgres.end(server);
        }
        HOST.pool(together);
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, options)) {
            assertTrue(starts());
            assertEquals("", jvm.said().replace("ready", "").strip(), "it got its pages without a word");
        }
    }
}
