package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of this machine with {@code huge_pages=on}, as {@code hp-cli ps} shows it. */
class PostgresPsIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Path programs;

    @Test
    void aDatabaseOnAPoolIsSeen() throws IOException {
        Needs.root();
        Needs.program("setpriv");
        programs = programs();
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertEquals(0, Program.of("chown", "postgres:", home.toString()).run().exitCode());
        Path data = home.resolve("data");
        assertEquals(0, run("initdb", "-D", data, "-A", "trust", "-N").exitCode());
        Object[] options = {
            "-D", data,
            "-c", "shared_buffers=64MB",
            "-c", "huge_pages=on",
            "-c", "fsync=off",
            "-c", "listen_addresses=",
            "-c", "unix_socket_directories=" + home
        };
        Program.Ended asked = as("postgres", options)
                .with("-C", "shared_memory_size_in_huge_pages")
                .run();
        Needs.that(asked.exitCode() == 0, "PostgreSQL 15 or newer, which tells how many pages it takes");
        long pages = Long.parseLong(asked.out().strip());
        HOST.pool(pages + 3);
        try (Program.Running server = as("postgres", options).start()) {
            Poll.until("PostgreSQL answers", () -> run("pg_isready", "-h", home).exitCode() == 0);
            Program.Ended ps = Cli.with("ps").run();
            assertEquals(0, ps.exitCode(), ps.err());
            String line = line(ps.out(), Long.toString(server.pid()));
            assertTrue(line.contains("postgres  PostgreSQL"), line);
            assertTrue(line.contains(" of " + pages * 2 + " MiB"), line);
            String pool = line(ps.out(), "2 MiB");
            assertTrue(pool.endsWith("6 MiB"), "three pages are idle: " + pool);
            assertTrue(pool.contains((pages + 3) * 2 + " MiB"), pool);
            Signals.interrupt(server.handle());
            assertEquals(0, server.await().exitCode(), "it cleans up behind itself when it is asked to end");
        }
    }

    private static String line(String text, String start) {
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(start + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line of " + start + " in:\n" + text));
    }

    private Program as(String program, Object... arguments) {
        return Program.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")
                .with(programs.resolve(program))
                .with(arguments)
                .in(Path.of("/"));
    }

    private Program.Ended run(String program, Object... arguments) {
        return as(program, arguments).run();
    }

    /** Where Debian has the programs of the newest PostgreSQL. */
    private static Path programs() {
        Path versions = Path.of("/usr/lib/postgresql");
        List<Path> found = List.of();
        if (Files.isDirectory(versions)) {
            try (Stream<Path> all = Files.list(versions)) {
                found = all.map(version -> version.resolve("bin"))
                        .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                        .sorted(Comparator.reverseOrder())
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Needs.that(!found.isEmpty(), "PostgreSQL of Debian");
        return found.get(0);
    }
}
