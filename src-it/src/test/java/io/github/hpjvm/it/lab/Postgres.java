package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL of this machine with a database cluster of its own, reached through a socket in its own folder. */
public final class Postgres {
    private final Path programs;
    private final Path home;
    private final List<String> settings;

    private Postgres(Path programs, Path home, List<String> settings) {
        this.programs = programs;
        this.home = home;
        this.settings = settings;
    }

    /**
     * Makes the cluster; the test is skipped where there is no PostgreSQL.
     *
     * @param folder becomes readable to everybody
     * @param settings such as {@code shared_buffers=64MB}
     */
    public static Postgres create(Path folder, String... settings) throws IOException {
        Needs.root();
        Needs.program("setpriv");
        Path programs = programs();
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertEquals(0, Program.of("chown", "postgres:", home.toString()).run().exitCode());
        Postgres postgres = new Postgres(programs, home, List.of(settings));
        assertEquals(
                0,
                postgres.run("initdb", "-D", postgres.data(), "-A", "trust", "-N")
                        .exitCode());
        return postgres;
    }

    /** Pages of the hugetlb pool that its shared memory takes, by its own account; the test is skipped before 15. */
    public long hugePages() {
        Program.Ended asked =
                server().with("-C", "shared_memory_size_in_huge_pages").run();
        Needs.that(asked.exitCode() == 0, "PostgreSQL 15 or newer, which tells how many pages it takes");
        return Long.parseLong(asked.out().strip());
    }

    /** The server, to be started; more settings win over those that it was made with. */
    public Program server(String... more) {
        List<Object> options = new ArrayList<>(List.of("-D", data()));
        Stream.of(settings.stream(), Stream.of("fsync=off", "listen_addresses=", "unix_socket_directories=" + home))
                .flatMap(it -> it)
                .forEach(setting -> options.addAll(List.of("-c", setting)));
        Stream.of(more).forEach(setting -> options.addAll(List.of("-c", setting)));
        return program("postgres", options.toArray());
    }

    /** Waits until a server answers. */
    public void awaitAnswer() {
        Poll.until("PostgreSQL answers", () -> run("pg_isready", "-h", home).exitCode() == 0);
    }

    /** One of its programs, run to its end. */
    public Program.Ended run(String program, Object... arguments) {
        return program(program, arguments).run();
    }

    /** The folder of its socket. */
    public Path home() {
        return home;
    }

    private Path data() {
        return home.resolve("data");
    }

    /** One of its programs, to be started: as another user, because PostgreSQL refuses to run as root. */
    public Program program(String program, Object... arguments) {
        return Program.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")
                .with(programs.resolve(program))
                .with(arguments)
                .in(Path.of("/"));
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
