package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.Triggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice on a running JVM equals the advice on its snapshot, in every language. */
class AdviseIT {
    /** A program whose main thread never waits. */
    private static final String BUSY = """
            public class Busy {
                static long count;

                public static void main(String[] arguments) {
                    System.out.println("ready");
                    long end = System.nanoTime() + 300000000000L;
                    while (System.nanoTime() < end) {
                        count++;
                    }
                }
            }
            """;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    /**
     * Number of tries. A JVM allocates a little memory to reply to a command; after a few commands it needs no more.
     */
    private static final int TRIES = 15;

    /** A thread of the VM may run as well. */
    private static final String RUN = "\\d+ of \\d+ threads run";

    @TempDir
    private Path folder;

    /** Returns the advice without values that other processes change all the time and that it does not depend on. */
    private static String still(String advice) {
        return advice.replaceAll("MemTotal: [^\"]*", "what /proc/meminfo says");
    }

    @Tag("jdks")
    @ParameterizedTest(name = "JDK {0}, {1}, {2}")
    @CsvSource({
        "8,  -XX:+UseParallelGC, -XX:-UseLargePages,           0",
        "11, -XX:+UseG1GC,       -XX:+UseTransparentHugePages, 0",
        "17, -XX:+UseG1GC,       -XX:+UseLargePages,           300",
        "17, -XX:+UseZGC,        -XX:+UseTransparentHugePages, 0",
        "21, -XX:+UseSerialGC,   -XX:+UseLargePages,           0",
        "25, -XX:+UseG1GC,       -XX:+UseLargePages,           150"
    })
    @Tag("slow")
    void liveAdviceEqualsAdviceFromSnapshot(int feature, String collector, String pages, long pool) throws IOException {
        if (feature == 11 || feature == 21) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        HOST.pool(pool);
        List<String> options = List.of(collector, pages, "-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch");
        try (LiveJvm live = LiveJvm.start(jdk, folder, options)) {
            for (String format : List.of("json", "text")) {
                assertSame(live.pid(), format);
            }
        }
    }

    /**
     * Compares both outputs. The JVM may change between two reads, so there are several tries. If hp-cli changed it, no
     * try would succeed.
     */
    private void assertSame(long pid, String format) throws IOException {
        Path file = folder.resolve("facts.json");
        String live = "";
        String saved = "";
        for (int i = 0; i < TRIES; i++) {
            Program.Ended taken = Cli.with("snapshot", "--pid", pid, "-o", file).run();
            assertEquals(0, taken.exitCode(), taken.err());
            assertEquals("", taken.out());
            Program.Ended asked =
                    Cli.with("advise", "--pid", pid, "--format", format).run();
            Program.Ended read =
                    Cli.with("advise", "--snapshot", file, "--format", format).run();
            assertEquals(asked.exitCode(), read.exitCode(), asked.out());
            assertEquals("", asked.err() + read.err());
            live = still(asked.out());
            saved = still(read.out());
            if (live.equals(saved)) {
                return;
            }
        }
        assertEquals(live, saved);
    }

    @Test
    void adviceFromSnapshotIsDeterministic() {
        Path file = folder.resolve("facts.json");
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            assertEquals(
                    0,
                    Cli.with("snapshot", "--pid", live.pid(), "-o", file).run().exitCode());
        }
        Program.Ended first =
                Cli.with("advise", "--snapshot", file, "--format", "json").run();
        assertEquals(
                first,
                Cli.with("advise", "--snapshot", file, "--format", "json").run());
        assertEquals(
                first,
                Cli.with("advise", "--snapshot", file, "--format", "json")
                        .in(Path.of("/"))
                        .set("HP_CLI_OPTS", "-Duser.language=tr -Duser.country=TR -Duser.timezone=Asia/Tokyo")
                        .run());
        assertEquals(
                first,
                Cli.at(Needs.program("bash"))
                        .with("-c", "\"$0\" advise --format json --snapshot <(cat \"$1\")", Cli.launcher(), file)
                        .run());
    }

    /** A thread that runs has no stack pointer to read, so the stacks and what may include them are unknown. */
    @Test
    void reasonWhyStacksOfABusyJvmAreUnknown() throws IOException {
        Path classes = JavaSource.compiled(folder, "Busy", BUSY);
        try (Program.Running busy = Program.of(
                        Jdks.running().java().toString(), "-Xmx64m", "-cp", classes.toString(), "Busy")
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .start()) {
            Poll.until("it runs", () -> busy.outSoFar().contains("ready"));
            String text = Cli.with("advise", busy.pid()).run().out();
            String words = String.join(" ", text.split("\\s+"));
            assertTrue(words.matches(".* stacks: TIMED_OUT: " + RUN + ".*"), text);
            assertTrue(words.matches(".* native: TIMED_OUT: the rest includes stacks: " + RUN + ".*"), text);
            JsonNode unknowns = Results.parse(Cli.with("advise", busy.pid(), "--format", "json")
                            .run()
                            .out())
                    .root()
                    .get("unknowns");
            JsonNode stacks = unknown(unknowns, "stacks");
            assertEquals("TIMED_OUT", stacks.get("reason").asText());
            assertEquals(
                    "/proc/" + busy.pid() + "/task/*/syscall",
                    stacks.get("source").asText());
            assertTrue(stacks.get("detail").asText().matches(RUN + ".*"), stacks::toString);
            JsonNode rest = unknown(unknowns, "native");
            assertEquals(stacks.get("reason"), rest.get("reason"));
            assertTrue(rest.get("detail").asText().matches("the rest includes stacks: " + RUN + ".*"), rest::toString);
        }
    }

    private static JsonNode unknown(JsonNode unknowns, String fact) {
        for (JsonNode unknown : unknowns) {
            if (unknown.get("fact").asText().equals(fact)) {
                return unknown;
            }
        }
        throw new AssertionError("no " + fact + " in " + unknowns);
    }

    /**
     * With this locale the C library gives its messages to Java in that language, and Java identifies some errors by
     * the message only.
     */
    @ParameterizedTest
    @ValueSource(strings = {"de_DE", "tr_TR"})
    @Tag("slow")
    void localeChangesNothing(String language) throws IOException {
        Path localedef = Needs.program("localedef");
        Path locales = Files.createDirectory(folder.resolve("locales"));
        boolean made = Program.of(localedef.toString(), "-i", language, "-f", "UTF-8")
                        .with(locales.resolve(language + ".UTF-8"))
                        .run()
                        .exitCode()
                == 0;
        Needs.that(made, "the definition of the locale " + language);
        Map<String, String> environment = Map.of("LOCPATH", locales.toString(), "LC_ALL", language + ".UTF-8");
        Needs.root();
        Needs.program("setpriv");
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            Program.Ended english = asNobody(live.pid()).run();
            Program.Ended other = asNobody(live.pid()).setAll(environment).run();
            assertEquals(4, english.exitCode(), english.err());
            assertTrue(english.out().contains("\"DENIED\""), english.out());
            assertEquals(english, other);
        }
        Program.Ended english = Cli.with("host", "--format", "json").run();
        Program.Ended other =
                Cli.with("host", "--format", "json").setAll(environment).run();
        assertEquals(reasons(english.out()), reasons(other.out()));
    }

    private static List<String> reasons(String json) {
        return json.lines().filter(line -> line.contains("\"reason\"")).toList();
    }

    private Program asNobody(long pid) {
        return Cli.with("advise", "--pid", pid, "--format", "json", "--fail-on", "never")
                .through("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    }

    @Test
    @Tag("slow")
    void readingChangesNoSetting() {
        HOST.set(HostState.ENABLED, "always");
        HostState before = HostState.now();
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            Cli.with("advise", "--pid", live.pid()).run();
            Cli.with("snapshot").run();
            Cli.with("ps").run();
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertEquals(before, HostState.now());
    }
}
