package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every command of README. */
class ReadmeIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A line of a code block, up to its comment. */
    private static final Pattern COMMAND =
            Pattern.compile("^    (?:\\$ )?(?:sudo )?(hp-cli|\\./mvnw) (.*?)(?:  +#.*)?$");

    /** Commands of Maven, and the place where they run: CI itself, {@link MavenIT}, or {@link DistributionIT}. */
    private static final Set<String> MAVEN = Set.of(
            "verify",
            "package",
            "-pl hp-bench verify",
            "-pl hp-bench verify -Dhp.provision=true",
            "-DskipTests package",
            "-Pdist -DskipTests package");

    /** Commands that need counters or trace points, which a machine may lack. */
    private static final Set<String> MEASURING = Set.of("tlb", "stalls");

    private static final String APPLICATION = """
            public class App {
                public static void main(String[] arguments) {
                    long[] data = new long[32 << 17];
                    long sum = 0;
                    long end = System.nanoTime() + 300_000_000L;
                    for (int i = 1; System.nanoTime() < end; i = i * 31 + 7) {
                        sum += data[(i & Integer.MAX_VALUE) % data.length]++;
                    }
                    System.out.println(sum);
                }
            }
            """;

    @TempDir
    private Path folder;

    private static List<String> commands(String tool) throws IOException {
        List<String> commands = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("README.md"))) {
            Matcher command = COMMAND.matcher(line);
            if (command.matches() && command.group(1).equals(tool)) {
                commands.add(command.group(2).strip());
            }
        }
        return commands;
    }

    private void writeApplication() throws IOException {
        Path classes = JavaSource.compiled(folder, "App", APPLICATION);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "App");
        try (OutputStream file = Files.newOutputStream(folder.resolve("app.jar"));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            jar.putNextEntry(new JarEntry("App.class"));
            jar.write(Files.readAllBytes(classes.resolve("App.class")));
        }
    }

    @Test
    @Tag("slow")
    void eachCommandOfHpCliWorks() throws IOException {
        writeApplication();
        List<String> commands = commands("hp-cli");
        assertTrue(commands.size() >= 6, commands::toString);
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, List.of("-Xms64m", "-Xmx64m"))) {
            for (String command : commands) {
                List<String> words = List.of(command.replace("PID", String.valueOf(live.pid()))
                        .replaceAll("--for [0-9]+.", "--for 2s")
                        .split(" +"));
                Program.Ended ended = Cli.with(words.toArray()).in(folder).run();
                Set<Integer> codes = MEASURING.contains(words.get(0)) ? Set.of(0, 3, 4) : Set.of(0, 3);
                assertTrue(codes.contains(ended.exitCode()), () -> command + ": " + ended);
                // A command that cannot measure here prints a message to stderr.
                assertTrue(!(ended.out() + ended.err()).isBlank(), () -> command + " prints nothing");
            }
        }
    }

    @Test
    void eachCommandOfMavenIsRunByATest() throws IOException {
        List<String> commands = commands("./mvnw");
        assertTrue(commands.contains("verify"), commands::toString);
        assertEquals(
                List.of(), commands.stream().filter(it -> !MAVEN.contains(it)).toList());
    }

    @Test
    void isShort() throws IOException {
        long lines = Files.readAllLines(ROOT.resolve("README.md")).size();
        assertTrue(lines <= 130, lines + " lines");
    }
}
