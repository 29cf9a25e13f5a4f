package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL of this machine with an empty database of its own, which no other program can reach. */
public final class Postgres {
    private final Path programs;
    private final Path home;

    private Postgres(Path programs, Path home) {
        this.programs = programs;
        this.home = home;
    }

    /** Creates it with its data below that folder; skips the test if PostgreSQL is missing. */
    public static Postgres in(Path folder) {
        Needs.root();
        Needs.program("setpriv");
        try {
            Postgres postgres = new Postgres(programs(), Files.createDirectory(folder.resolve("home")));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            assertEquals(
                    0,
                    Program.of("chown", "postgres:", postgres.home.toString())
                            .run()
                            .exitCode());
            assertEquals(
                    0,
                    postgres.as("initdb", "-D", postgres.data(), "-A", "trust", "-N")
                            .run()
                            .exitCode());
            return postgres;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path data() {
        return home.resolve("data");
    }

    /**
     * Returns the pages of a pool that it needs with these settings, by its own computation; only while it does not
     * run.
     */
    public long pages(String... settings) {
        Program.Ended asked =
                server(settings).with("-C", "shared_memory_size_in_huge_pages").run();
        Needs.that(asked.exitCode() == 0, "PostgreSQL 15 or newer, which tells how many pages it takes");
        return Long.parseLong(asked.out().strip());
    }

    /** Returns the server, not started yet, with settings such as {@code huge_pages=on}. */
    public Program server(String... settings) {
        Program server = as(
                "postgres",
                "-D",
                data(),
                "-c",
                "fsync=off",
                "-c",
                "listen_addresses=",
                "-c",
                "unix_socket_directories=" + home);
        Stream.of(settings).forEach(setting -> server.with("-c", setting));
        return server;
    }

    /** Waits until it replies; false if it has ended. */
    public boolean answers(Program.Running server) {
        Poll.until(
                "PostgreSQL answers",
                () -> !server.isAlive() || as("pg_isready", "-h", home).run().exitCode() == 0);
        return server.isAlive();
    }

    /** Ends it with the signal for a clean shutdown. */
    public static void end(Program.Running server) {
        Signals.interrupt(server.handle());
        assertEquals(0, server.await().exitCode());
    }

    /** Returns one of its programs, to be run on its server's only socket: {@code psql}, {@code pgbench}. */
    public Program client(String program, Object... arguments) {
        return as(program, "-h", home).with(arguments);
    }

    private Program as(String program, Object... arguments) {
        return Program.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")
                .with(programs.resolve(program))
                .with(arguments)
                .in(Path.of("/"));
    }

    /** Returns the folder of Debian with the programs of the newest PostgreSQL. */
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
