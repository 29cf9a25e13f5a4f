package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Preloaded;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with as many mappings as databases allow: each command reads it in a small heap. */
class ManyMappingsIT {
    private static final int MAPPINGS = 260_000;

    /** The live bytes of its mappings, and those of the command itself. */
    private static final String HEAP = "-Xmx112m";

    /**
     * The bound of the time of {@code ps}, in times of {@code cat smaps}: 3.6 and 3.7 were measured on one machine, 6.6 on another. Each
     * time is the shortest of {@link #RUNS}. A reading that is not linear in the number of mappings takes hundreds of times.
     */
    private static final int TIMES = 12;

    private static final int RUNS = 3;

    /** With huge pages: {@code ps} reads the mappings of no other process. */
    private static final List<String> OPTIONS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch");

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void mappingsNeedRoot() {
        Needs.root();
        Needs.program("cc");
        Needs.program("bash");
    }

    private Program.Running jvm(int mappings, Path library) {
        Program.Running running = LiveJvm.program(Jdks.running(), folder, OPTIONS)
                .set("LD_PRELOAD", library)
                .set("HP_MAPPINGS", mappings)
                .start();
        Poll.until("it is ready", () -> running.outSoFar().contains("ready") || !running.isAlive());
        assertTrue(running.isAlive(), running::errSoFar);
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + running.pid() + "/maps"))) {
            long found = lines.count();
            assertTrue(found > mappings, () -> found + " mappings: " + running.outSoFar() + running.errSoFar());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return running;
    }

    @Test
    @Tag("slow")
    void eachCommandReadsThemInASmallHeap() throws IOException {
        HOST.set(HostState.MAP_COUNT, MAPPINGS + 10_000);
        Path library = Preloaded.library(folder, "many");
        double withFew = shortest(launcher("ps"));
        try (Program.Running many = jvm(MAPPINGS, library);
                Program.Running few = jvm(0, library)) {
            double cat = shortest("cat /proc/" + many.pid() + "/smaps > /dev/null");
            for (List<String> command : commands(many.pid())) {
                Program.Ended ended = Cli.with(command.toArray())
                        .set("HP_CLI_OPTS", HEAP)
                        .limit(LIMIT)
                        .run();
                assertEquals(0, ended.exitCode(), command + ": " + ended.err());
            }
            // advise also parses VM.info, which has a line for each mapping.
            System.out.println("mappings: advise "
                    + processorSeconds(launcher("advise " + many.pid() + " --fail-on never")) + " s, of few mappings "
                    + processorSeconds(launcher("advise " + few.pid() + " --fail-on never")) + " s");
            double withMany = shortest(launcher("ps"));
            String figures = "cat " + cat + " s, ps " + withMany + " s, of few mappings " + withFew + " s";
            System.out.println("mappings: " + figures);
            assertTrue(withMany - withFew <= TIMES * cat, figures);
        }
    }

    private List<List<String>> commands(long pid) {
        String of = Long.toString(pid);
        return List.of(
                List.of("advise", of, "--fail-on", "never"),
                List.of(
                        "snapshot",
                        "--pid",
                        of,
                        "--force",
                        "-o",
                        folder.resolve("facts.json").toString()),
                List.of("size", of),
                List.of("ps"),
                List.of("metrics"),
                List.of("watch", of, "--for", "2s"));
    }

    private static String launcher(String command) {
        return "HP_CLI_JAVA=" + Jdks.running().java() + " HP_CLI_OPTS=" + HEAP + " " + Cli.launcher() + " " + command
                + " > /dev/null";
    }

    private static double shortest(String command) {
        double shortest = processorSeconds(command);
        for (int i = 1; i < RUNS; i++) {
            shortest = Math.min(shortest, processorSeconds(command));
        }
        return shortest;
    }

    /** Returns the processor time of a command, without that of the shell. */
    private static double processorSeconds(String command) {
        Program.Ended ended =
                Program.of("bash", "-c", command + "; times").limit(LIMIT).run();
        Matcher times = TIME.matcher(ended.out().strip());
        assertTrue(times.find() && times.find(), ended.out() + ended.err());
        return Long.parseLong(times.group(1)) * 60
                + Double.parseDouble(times.group(2))
                + Long.parseLong(times.group(3)) * 60
                + Double.parseDouble(times.group(4));
    }
}
