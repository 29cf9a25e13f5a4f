package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages of {@code -Pdist}, and its self-contained distribution of {@code -Pdist}, in a root folder that has a shell, libc, and no Java. */
@Tag("jdks")
class DistributionIT {
    private static final List<String> PROGRAMS = List.of("sh", "readlink");

    /** Mounts what a container has, and runs a command there. */
    private static final String ENTER = "cd \"$1\" && mount -t proc proc proc && mount --rbind /sys sys"
            + " && mount --rbind /dev dev && shift && exec chroot . \"$@\"";

    @TempDir
    private Path folder;

    private Program inside(Path root, Object... words) {
        return Program.of("unshare", "--mount", "sh", "-c", ENTER, "sh", root.toString())
                .with("/opt/bin/hp-cli")
                .with(words)
                .unset("JAVA_HOME", "HP_CLI_JAVA", "HP_CLI_OPTS", "JAVA_TOOL_OPTIONS")
                .set("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    }

    private static Path built(String name) throws IOException {
        try (Stream<Path> all = Files.list(Cli.tree().getParent())) {
            Path found = all.filter(path -> path.getFileName().toString().matches(name))
                    .findFirst()
                    .orElse(null);
            Needs.wish(found != null, "the distribution (build with -Pdist and a JDK 25 that has jlink)");
            return found;
        }
    }

    /** Copies programs with the libraries that they load. */
    private Path root() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        for (String name : List.of("proc", "sys", "dev", "bin", "etc", "opt", "tmp")) {
            Files.createDirectories(root.resolve(name));
        }
        Files.writeString(root.resolve("etc/passwd"), "root:x:0:0:root:/:/bin/sh\n");
        for (String name : PROGRAMS) {
            Path program = Needs.program(name).toRealPath();
            Files.copy(program, root.resolve("bin").resolve(name));
            copyLibraries(root, program);
        }
        Path archive = built("hp-cli-.*-linux-.*\\.tar\\.gz");
        Program.Ended unpacked = Program.of("tar", "-xzf", archive.toString(), "-C", root.resolve("opt") + "")
                .with("--strip-components=1")
                .run();
        assertEquals(0, unpacked.exitCode(), unpacked.err());
        copyLibraries(root, root.resolve("opt/runtime/lib/server/libjvm.so"));
        return root;
    }

    private static void copyLibraries(Path root, Path program) throws IOException {
        for (String word : Program.of("ldd", program.toString()).run().out().split("\\s+")) {
            Path library = Path.of(word);
            if (word.startsWith("/lib") || word.startsWith("/usr/lib")) {
                Path copy = root.resolve(word.substring(1));
                if (!Files.exists(copy)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(library.toRealPath(), copy);
                }
            }
        }
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Stream.of("bin", "opt", "tmp").flatMap(name -> walk(root.resolve(name)))) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void runsWithoutJava() throws IOException {
        Needs.root();
        Needs.program("unshare");
        Path root = root();
        List<String> before = files(root);
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            assertTrue(jvm.pid() > 0);
            for (List<Object> command : List.<List<Object>>of(
                    List.of("--version"),
                    List.of("predict", "--help"),
                    List.of("jvms"),
                    List.of("host"),
                    List.of("ps"),
                    List.of("explain", "HP-101"))) {
                Program.Ended ended = inside(root, command.toArray()).run();
                assertEquals(0, ended.exitCode(), command + ": " + ended);
                assertEquals("", ended.err(), command.toString());
                assertFalse(ended.out().isEmpty(), command.toString());
            }
        }
        Program.Ended cached =
                inside(root, "--version").set("HP_CLI_OPTS", "-XX:AOTMode=on").run();
        assertEquals(0, cached.exitCode(), cached.err());
        assertTrue(cached.out().contains("on Java "), cached.out());
        assertEquals(before, files(root), "it writes no file");
    }

    /** In a Debian that debootstrap makes from the mirror of this machine. */
    @Test
    void packageIsInstalledUpgradedAndRemoved() throws IOException {
        Needs.lab();
        Needs.root();
        Path deb = built("hp-cli_.*\\.deb");
        Path debootstrap = Needs.oneOf("debootstrap");
        Path root = folder.resolve("debian");
        Program.Ended made = Program.of(debootstrap.toString(), "--variant=minbase", "stable", root.toString())
                .limit(Duration.ofMinutes(15))
                .run();
        assertEquals(0, made.exitCode(), made.err());
        Files.copy(deb, root.resolve("tmp/hp-cli.deb"));
        for (String words : List.of(
                "dpkg -i /tmp/hp-cli.deb",
                "env HP_CLI_OPTS=-XX:AOTMode=on hp-cli --version",
                "hp-cli jvms",
                "dpkg -i /tmp/hp-cli.deb",
                "hp-cli explain HP-101",
                "dpkg -r hp-cli")) {
            Program.Ended ended = Program.of("unshare", "--mount", "sh", "-c", ENTER, "sh", root.toString())
                    .with((Object[]) words.split(" "))
                    .unset("JAVA_HOME", "HP_CLI_JAVA", "HP_CLI_OPTS", "JAVA_TOOL_OPTIONS")
                    .set("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
                    .run();
            assertEquals(0, ended.exitCode(), words + ": " + ended.err());
        }
        assertFalse(Files.exists(root.resolve("usr/lib/hp-cli")));
    }
}
