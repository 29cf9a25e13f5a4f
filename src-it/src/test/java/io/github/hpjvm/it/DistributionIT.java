package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.BareRoot;
import io.github.hpjvm.it.lab.Distribution;
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

/**
 * The self-contained distribution of {@code -Pdist}, in a root folder with a shell, the C library, and neither Java nor
 * {@code /etc}; and its packages. Build it before: {@code ./mvnw -Pdist -DskipTests package}, with a JDK 25 or newer.
 */
@Tag("jdks")
@Tag("beside")
class DistributionIT {
    private static final String DEB = "hp-cli_.*\\.deb";
    private static final String OF_OLDER = "removed.jar";

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

    /** Returns a root folder with the distribution in {@code /opt}. */
    private Path root() throws IOException {
        BareRoot root = BareRoot.at(folder.resolve("root"), "sh", "readlink");
        Path archive = Distribution.built(Distribution.ARCHIVE);
        runs(Program.of("tar", "-xzf", archive.toString(), "-C", root.path().resolve("opt") + "")
                .with("--strip-components=1"));
        root.copyLibraries(root.path().resolve("opt/runtime/lib/server/libjvm.so"));
        return root.path();
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

    /** The commands of README and of docs/COMMANDS.md that change nothing and need no other program. */
    @Test
    @Tag("slow")
    void runsWithoutJava() throws IOException {
        Needs.root();
        Needs.program("unshare");
        Path root = root();
        List<String> before = files(root);
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            for (String command : List.of(
                    "--version",
                    "predict --help",
                    "advise PID",
                    "advise --pid PID --format json",
                    "emit --for shell --pid PID",
                    "emit --for k8s --pid PID",
                    "emit --for systemd --unit app --pages thp --jdk 21 -- java -Xmx1g -jar app.jar",
                    "predict --jdk 21 -- java -Xmx1g -XX:+UseTransparentHugePages -jar app.jar",
                    "size --jdk 21 -- java -Xmx1g -XX:+UseLargePages -jar app.jar",
                    "snapshot --pid PID",
                    "watch --pid PID --for 2s",
                    "jvms",
                    "host",
                    "ps",
                    "metrics",
                    "explain HP-101",
                    "man emit",
                    "completion bash")) {
                String[] words = command.replace("PID", jvm.pid() + "").split(" ");
                Program.Ended ended = inside(root, (Object[]) words).run();
                assertEquals(0, ended.exitCode(), command + ": " + ended);
                assertEquals("", ended.complaints(), command);
                assertFalse(ended.out().isEmpty(), command);
            }
            assertEquals("ready\n", jvm.said(), "the target prints nothing");
        }
        Program.Ended cached = inside(root, "explain", "HP-101")
                .set("HP_CLI_OPTS", "-XX:AOTMode=on")
                .run();
        assertEquals(0, cached.exitCode(), cached.err());
        assertTrue(cached.out().contains("HP-101"), cached.out());
        assertEquals(before, files(root), "it writes no file");
        // As for another architecture, whose distribution has no cache.
        Files.delete(root.resolve("opt/lib/hp-cli.aot"));
        Program.Ended uncached = inside(root, "bench", "doctor").run();
        assertTrue(uncached.out().contains("hp-bench can set it"), uncached.out() + uncached.err());
    }

    /** Each command of the program has a help text, a manual page in the packages, and is completed. */
    @Test
    void everyCommandIsDocumented() throws IOException {
        Path launcher = Distribution.built("dist").resolve(distributionName()).resolve("bin/hp-cli");
        Path manuals = Distribution.built("package").resolve("usr/share/man/man1");
        Program.Ended all = Program.of(launcher.toString(), "help").run();
        List<String> commands = all.out()
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .filter(line -> line.matches("  [a-z]+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
        assertTrue(commands.containsAll(List.of("watch", "stalls", "tlb", "metrics", "fleet", "diff", "completion")));
        for (String command : commands) {
            Program.Ended help =
                    Program.of(launcher.toString(), command, "--help").run();
            assertEquals(0, help.exitCode(), command);
            assertTrue(help.out().startsWith("Usage: hp-cli " + command), command + ": " + help.out());
            assertTrue(Files.size(manuals.resolve("hp-cli-" + command + ".1.gz")) > 0, command);
        }
        for (String shell : List.of("bash", "zsh", "fish")) {
            String script =
                    Program.of(launcher.toString(), "completion", shell).run().out();
            commands.forEach(
                    command -> assertTrue(script.matches("(?s).*\\b" + command + "\\b.*"), shell + ": " + command));
        }
    }

    private static String distributionName() {
        return "hp-cli-" + System.getProperty("hp.version");
    }

    @Test
    void lintianFindsNothing() throws IOException {
        Path lintian = Needs.oneOf("lintian");
        Program.Ended judged = Program.of(lintian.toString(), "--allow-root", "--display-info", "--pedantic")
                .with("--fail-on", "error,warning,info,pedantic", Distribution.built(DEB))
                .run();
        assertEquals("", judged.out());
        assertEquals(0, judged.exitCode(), judged.err());
    }

    @Test
    void rpmlintFindsNothing() throws IOException {
        Path rpmlint = Needs.oneOf("rpmlint");
        Path filters = Path.of(System.getProperty("hp.root"), "hp-cli/src/main/rpm/hp-cli.rpmlintrc");
        Program.Ended judged = Program.of(rpmlint.toString(), "--strict", "--rpmlintrc")
                .with(filters, Distribution.built("hp-cli-.*\\.rpm"))
                .run();
        assertEquals(0, judged.exitCode(), judged.out() + judged.err());
        assertTrue(judged.out().contains(" 0 errors, 0 warnings"), judged.out());
    }

    /** In a Debian that debootstrap makes from the mirror of this machine. */
    @Test
    void packageIsInstalledUpgradedAndRemoved() throws IOException {
        Needs.lab();
        Needs.root();
        Path deb = Distribution.built(DEB);
        Path debootstrap = Needs.oneOf("debootstrap");
        Path root = folder.resolve("debian");
        runs(Program.of(debootstrap.toString(), "--variant=minbase", "stable", root.toString())
                .limit(Duration.ofMinutes(15)));
        Files.copy(deb, root.resolve("tmp/new.deb"));
        older(deb, root.resolve("tmp/old.deb"));
        Path installed = root.resolve("usr/lib/hp-cli");
        in(root, "dpkg -i /tmp/old.deb");
        assertTrue(Files.exists(installed.resolve("lib/" + OF_OLDER)));
        in(root, "dpkg -i /tmp/new.deb");
        assertFalse(Files.exists(installed.resolve("lib/" + OF_OLDER)), "it is upgraded");
        in(root, "env HP_CLI_OPTS=-XX:AOTMode=on hp-cli explain HP-101");
        in(root, "hp-cli --version");
        for (String file : List.of(
                "lib/systemd/system/hp-jvm-metrics.timer",
                "lib/systemd/system/hp-jvm-recorder.service",
                "share/hp-cli/observability/hpjvm-dashboard.json",
                "share/doc/hp-cli/COMMANDS.md")) {
            assertTrue(Files.isRegularFile(root.resolve("usr").resolve(file)), file);
        }
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            in(root, "hp-cli advise " + jvm.pid());
        }
        in(root, "dpkg --verify hp-cli");
        in(root, "dpkg --purge hp-cli");
        try (Stream<Path> left = Files.find(
                root.resolve("usr"), 99, (path, it) -> path.toString().contains("hp-cli"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** Makes a package of an older version, with a file that the new one does not have. */
    private void older(Path deb, Path made) throws IOException {
        Path tree = folder.resolve("older");
        runs(Program.of("dpkg-deb", "-R", deb.toString(), tree.toString()));
        Path control = tree.resolve("DEBIAN/control");
        String text = Files.readString(control);
        Files.writeString(control, text.replaceFirst("(?m)^Version: .*$", "Version: 0.0.1"));
        Files.writeString(tree.resolve("usr/lib/hp-cli/lib/" + OF_OLDER), "");
        runs(Program.of("dpkg-deb", "-Znone", "-b", tree.toString(), made.toString()));
    }

    private static void in(Path root, String words) {
        runs(Program.of("unshare", "--mount", "sh", "-c", ENTER, "sh", root.toString())
                .with((Object[]) words.split(" "))
                .unset("JAVA_HOME", "HP_CLI_JAVA", "HP_CLI_OPTS", "JAVA_TOOL_OPTIONS")
                .set("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"));
    }

    private static void runs(Program program) {
        Program.Ended ended = program.run();
        assertEquals(0, ended.exitCode(), ended.toString());
    }
}
