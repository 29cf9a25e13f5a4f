package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code hp-cli bench doctor} on this host. */
class DoctorIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private static String doctor(Program program) {
        Program.Ended ended = program.run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("", ended.err());
        // A long text continues on indented lines.
        return ended.out().replaceAll("\\n {8,}", " ");
    }

    /** Returns the mark and the text of a topic. */
    private static String line(String text, String topic) {
        return text.lines()
                .filter(line -> Pattern.compile("\\[\\S+]\\s+" + Pattern.quote(topic) + "(\\s.*)?")
                        .matcher(line)
                        .matches())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line about " + topic + " in:\n" + text));
    }

    @Test
    void hasALineForEachAbility() {
        String text = doctor(Cli.with("bench", "doctor"));
        text.lines()
                .takeWhile(line -> !line.isEmpty())
                .forEach(line -> assertTrue(line.startsWith("[OK] ") || line.startsWith("[N/A]"), line));
        List<String> conclusion = text.lines()
                .dropWhile(line -> !line.isEmpty())
                .skip(2)
                .map(String::strip)
                .toList();
        assertTrue(conclusion.stream().anyMatch(line -> line.startsWith("Can be measured now: ")), text);
        assertTrue(conclusion.stream().anyMatch(line -> line.startsWith("CPU counters: ")), text);
        for (String topic : new String[] {
            "jvm",
            "variant baseline",
            "variant thp",
            "variant hugetlb",
            "thp",
            "free huge blocks",
            "memory",
            "perf",
            "hsdis",
            "idle memory",
            "steal",
            "provision",
            "prctl"
        }) {
            line(text, topic);
        }
        assertTrue(line(text, "variant thp").contains("-XX:+UseTransparentHugePages"), text);
        assertFalse(text.contains("\033"), "no colour where there is no terminal");
    }

    @Test
    void seesThePolicyAndThePool() {
        HOST.set(HostState.ENABLED, "never");
        String without = doctor(Cli.with("bench", "doctor"));
        assertTrue(line(without, "thp").startsWith("[N/A]"), without);
        assertTrue(line(without, "hugetlb 2 MiB").startsWith("[N/A]"), without);
        assertTrue(line(without, "hugetlb 2 MiB").contains("sudo sysctl -w vm.nr_hugepages="), without);

        HOST.set(HostState.ENABLED, "madvise");
        HOST.pool(700);
        String with = doctor(Cli.with("bench", "doctor"));
        assertTrue(line(with, "thp").startsWith("[OK]"), with);
        assertTrue(line(with, "hugetlb 2 MiB").startsWith("[OK]"), with);
    }

    @Test
    void printsJson() throws IOException {
        Program.Ended ended = Cli.with("bench", "doctor", "--format", "json").run();
        assertEquals(0, ended.exitCode(), ended.err());
        String text = ended.out();
        JsonNode root = new ObjectMapper().readTree(text);
        assertEquals(1, root.get("schemaVersion").asInt());
        assertTrue(root.get("checks").size() > 10);
        assertTrue(root.get("conclusion").get(0).isTextual());
        root.get("checks").forEach(check -> {
            assertTrue(check.get("topic").isTextual());
            assertTrue(check.get("ok").isBoolean());
            assertTrue(check.get("text").isTextual());
        });
    }

    @Tag("jdks")
    @Test
    void reportsWhatJdk25Lacks() {
        String text = doctor(Cli.with("bench", "doctor", "--jvm", Needs.jdk(25).home()));
        assertTrue(line(text, "variant hugetlbfs").startsWith("[N/A]"), text);
        assertTrue(line(text, "variant hugetlbfs").contains("UseHugeTLBFS"), text);
        assertTrue(line(text, "variant hugetlb").startsWith("[OK]"), text);
    }

    @Tag("jdks")
    @Test
    void reportsWhatJdk8Has() {
        String text = doctor(Cli.with("bench", "doctor", "--jvm", Needs.jdk(8).home()));
        assertTrue(line(text, "variant hugetlbfs").startsWith("[OK]"), text);
    }

    /**
     * Uses a JDK without a library of its own. A folder with a library that some JVM loads before ours would not help.
     */
    @Tag("jdks")
    @Test
    void findsWorkingHsdis() {
        String compiler = Needs.program("gcc").toString();
        Path source = Path.of(System.getProperty("hp.root"), "src-it", "lab", "hsdis-shim.c");
        Path shim = folder.resolve("hsdis-" + System.getProperty("os.arch") + ".so");
        Program.Ended built = Program.of(compiler, "-shared", "-fPIC", "-O1", "-o", shim.toString(), source.toString())
                .with("-lcapstone")
                .run();
        Needs.that(built.exitCode() == 0, "libcapstone-dev");
        Jdk jdk = Stream.of(21, 25, 11)
                .flatMap(feature -> Jdks.of(feature).stream())
                .findFirst()
                .orElseGet(Jdks::running);
        String without = doctor(Cli.with("bench", "doctor", "--jvm", jdk.home()));
        assertTrue(line(without, "hsdis").startsWith("[N/A]"), without);
        String with = doctor(Cli.with("bench", "doctor", "--jvm", jdk.home()).set("LD_LIBRARY_PATH", libraries()));
        assertTrue(line(with, "hsdis").startsWith("[OK]"), with);
    }

    private String libraries() {
        String others = System.getenv("LD_LIBRARY_PATH");
        return others == null ? folder.toString() : folder + ":" + others;
    }
}
