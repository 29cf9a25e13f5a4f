package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Postgres;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of this machine with {@code huge_pages=on}, as {@code hp-cli ps} shows it. */
class PostgresPsIT {
    private static final String[] SETTINGS = {"shared_buffers=64MB", "huge_pages=on"};

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void seesPostgresOnAPool() {
        Postgres postgres = Postgres.in(folder);
        long pages = postgres.pages(SETTINGS);
        HOST.pool(pages + 3);
        try (Program.Running server = postgres.server(SETTINGS).start()) {
            assertTrue(postgres.answers(server), server::errSoFar);
            Program.Ended ps = Cli.with("ps").run();
            assertEquals(0, ps.exitCode(), ps.err());
            String line = line(ps.out(), Long.toString(server.pid()));
            assertTrue(line.contains("postgres  PostgreSQL"), line);
            assertTrue(line.contains(" of " + pages * 2 + " MiB"), line);
            String pool = line(ps.out(), "2 MiB");
            assertTrue(pool.endsWith("6 MiB"), "three pages are idle: " + pool);
            assertTrue(pool.contains((pages + 3) * 2 + " MiB"), pool);
            Postgres.end(server);
        }
    }

    private static String line(String text, String start) {
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(start + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line of " + start + " in:\n" + text));
    }
}
