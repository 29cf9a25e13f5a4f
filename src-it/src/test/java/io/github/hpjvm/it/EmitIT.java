package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The output of hp-cli emit for a real JVM on a real host is executed literally: it has the stated effect, and can be
 * undone.
 */
class EmitIT {
    private static final List<String> TOUCHED = List.of("-XX:+UseG1GC", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private final Jdk jdk = Jdks.running();

    private LiveJvm start(String... more) {
        List<String> options = new ArrayList<>(TOUCHED);
        options.addAll(List.of(more));
        return LiveJvm.start(jdk, folder, options);
    }

    private Path emitted(LiveJvm jvm, String form) {
        Path file = folder.resolve("emitted." + form);
        Ended ended =
                Cli.with("emit", "--for", form, "--pid", jvm.pid(), "-o", file).run();
        assertEquals(0, ended.exitCode(), ended.err());
        return file;
    }

    private static JsonNode advice(LiveJvm jvm) throws IOException {
        return new ObjectMapper()
                .readTree(Cli.with("advise", "--pid", jvm.pid(), "--format", "json", "--fail-on", "never")
                        .run()
                        .out());
    }

    private static void assertHeapOn(String kind, LiveJvm jvm) throws IOException {
        JsonNode advice = advice(jvm);
        for (JsonNode region : advice.at("/regions")) {
            if (region.at("/name").asText().equals("heap")) {
                assertEquals(kind, region.at("/observed/kind").asText(), advice::toString);
                return;
            }
        }
        throw new AssertionError("no heap: " + advice);
    }

    private static Ended sh(Path script, String what) {
        return Program.of("/bin/sh", script.toString(), what).run();
    }

    /** Applies the script twice, with a restart between, and undoes it. */
    private void assertDoesWhatItSays(String[] flags, HostState before, String kind) throws IOException {
        Path script;
        try (LiveJvm jvm = start(flags)) {
            assertHeapOn("BASE", jvm);
            script = emitted(jvm, "shell");
        }
        assertEquals(1, sh(script, "check").exitCode());
        assertEquals(before, HostState.now(), "to check changes nothing");
        Ended applied = sh(script, "apply");
        assertEquals(0, applied.exitCode(), applied.err());
        assertTrue(applied.out().contains("written  ") && applied.out().contains("then: restart"), applied.out());
        assertEquals(0, sh(script, "check").exitCode());
        HostState after = HostState.now();
        try (LiveJvm jvm = start(flags)) {
            assertHeapOn(kind, jvm);
            assertEquals("[]", advice(jvm).at("/plan").toString(), "nothing is left to be advised");
        }
        Ended again = sh(script, "apply");
        assertEquals(0, again.exitCode(), again.err());
        assertTrue(!again.out().contains("written") && again.out().contains("is       "), again.out());
        assertEquals(after, HostState.now());
        Ended undone = sh(script, "undo");
        assertEquals(0, undone.exitCode(), undone.err());
        assertEquals(before, HostState.now());
        assertEquals(0, sh(script, "undo").exitCode(), "twice is as once");
        assertEquals(before, HostState.now());
    }

    @Test
    void scriptEnablesThp() throws IOException {
        HOST.set(HostState.ENABLED, "never");
        assertDoesWhatItSays(new String[] {"-XX:+UseTransparentHugePages"}, HostState.now(), "THP");
    }

    @Test
    void scriptSetsAndRestoresBothSettings() throws IOException {
        Needs.that(Files.exists(HostState.ENABLED_2M), "a THP policy for each size");
        HOST.set(HostState.ENABLED, "never");
        HOST.set(HostState.ENABLED_2M, "never");
        assertDoesWhatItSays(new String[] {"-XX:+UseTransparentHugePages"}, HostState.now(), "THP");
    }

    @Test
    void scriptFillsAndEmptiesThePool() throws IOException {
        HOST.pool(0);
        assertDoesWhatItSays(new String[] {"-XX:+UseLargePages"}, HostState.now(), "HUGETLB");
    }

    private static final String[] SMALL = {"-Xms64m", "-Xmx64m", "-XX:ReservedCodeCacheSize=16m", "-XX:+UseLargePages"};

    /** The comments of a file that are commands, without sudo: all, or those after a line. */
    private static List<String> commands(Path file, String after) throws IOException {
        String text = Files.readString(file);
        return text.substring(text.indexOf(after))
                .lines()
                .filter(line -> line.startsWith("#   "))
                .map(line -> line.substring(4).replace("sudo ", ""))
                .toList();
    }

    private static void runs(String command) {
        Ended ended = Program.of("/bin/sh", "-c", command).run();
        assertEquals(0, ended.exitCode(), command + ": " + ended.err());
    }

    /** The file is executed as its reader would, and undone as its comments say. */
    @ParameterizedTest
    @ValueSource(strings = {"sysctl", "tmpfiles", "k8s"})
    void formFillsThePoolAndIsUndone(String form) throws IOException {
        if (form.equals("tmpfiles")) {
            Needs.program("systemd-tmpfiles");
        }
        HOST.pool(0);
        HostState before = HostState.now();
        Path file;
        try (LiveJvm jvm = start(SMALL)) {
            assertHeapOn("BASE", jvm);
            file = emitted(jvm, form);
        }
        assertEquals(before, HostState.now());
        String script = folder.resolve("prepare.sh").toString();
        String state = "HP_JVM_STATE=" + folder.resolve("state") + " RESTART_KUBELET=no /bin/sh " + script;
        switch (form) {
            case "sysctl" ->
                commands(file, "To apply it now").stream()
                        .takeWhile(command -> !command.contains("systemd-analyze"))
                        .forEach(EmitIT::runs);
            case "tmpfiles" -> runs("systemd-tmpfiles --create " + file);
            default -> {
                Files.writeString(
                        Path.of(script),
                        Files.readString(file)
                                .replaceFirst("(?s).*prepare.sh: \\|\n", "")
                                .replaceFirst("(?s)---\n.*", "")
                                .replaceAll("(?m)^    ", ""));
                runs(state + " once");
            }
        }
        try (LiveJvm jvm = start(SMALL)) {
            assertHeapOn("HUGETLB", jvm);
        }
        if (form.equals("k8s")) {
            runs(state + " undo");
        } else {
            commands(file, "Undo:").forEach(EmitIT::runs);
        }
        assertEquals(before, HostState.now());
    }

    /** Returns the values of a key in a unit file. */
    private static List<String> values(Path unit, String key) throws IOException {
        return Files.readAllLines(unit).stream()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .toList();
    }

    /** Runs the only command of this kind of the unit, with the script that is beside it and not yet installed. */
    private Ended runsOfUnit(Path units, String key) throws IOException {
        String command = values(units.resolve("hp-jvm-host.service"), key).get(0);
        assertTrue(command.startsWith("/bin/sh /usr/local/sbin/hp-jvm-host "), command);
        return Program.of("/bin/sh", units.resolve("hp-jvm-host").toString())
                .with(command.substring(command.lastIndexOf(' ') + 1))
                .set("RUNTIME_DIRECTORY", folder.resolve("state"))
                .run();
    }

    private Path units(LiveJvm jvm, String pages) throws IOException {
        Path units = Files.createDirectory(folder.resolve("units"));
        Ended nameless = Cli.with("emit", "--for", "systemd", "--pages", pages, "--pid", jvm.pid())
                .run();
        assertEquals(2, nameless.exitCode(), nameless.out());
        assertTrue(nameless.err().contains("--unit NAME"), nameless.err());
        Ended ended = Cli.with("emit", "--for", "systemd", "--pages", pages, "--unit", "shop", jvm.pid(), "-o", units)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return units;
    }

    private static Map<String, String> variable(Path units) throws IOException {
        String[] variable = values(units.resolve("shop.service.d/zz-hp-jvm.conf"), "Environment")
                .get(0)
                .replace("\"", "")
                .split("=", 2);
        return Map.of(variable[0], variable[1]);
    }

    /** Whether systemd is the init of this host or not: the commands of the unit are run, and the drop-in's variable is set. */
    @Test
    void systemdUnitAndDropInEnableThpAndAreUndone() throws IOException {
        HOST.set(HostState.ENABLED, "never");
        HostState before = HostState.now();
        Path units;
        try (LiveJvm jvm = start()) {
            assertHeapOn("BASE", jvm);
            units = units(jvm, "thp");
        }
        assertEquals(1, sh(units.resolve("hp-jvm-host"), "check").exitCode());
        assertEquals(0, runsOfUnit(units, "ExecStart").exitCode());
        assertEquals(0, sh(units.resolve("hp-jvm-host"), "check").exitCode());
        try (LiveJvm jvm = LiveJvm.start(jdk, folder, TOUCHED, List.of(), variable(units))) {
            assertHeapOn("THP", jvm);
        }
        assertEquals(0, runsOfUnit(units, "ExecStop").exitCode());
        assertEquals(before, HostState.now());
        try (LiveJvm jvm = start()) {
            assertHeapOn("BASE", jvm);
        }
    }

    /** A larger pool stays, a short one fails with its reason and is restored, and undoing ends at the pool of before. */
    @Test
    void systemdUnitRaisesThePoolOnly() throws IOException {
        HOST.pool(3);
        Path units;
        try (LiveJvm jvm = start("-Xms64m", "-Xmx64m", "-XX:ReservedCodeCacheSize=16m")) {
            units = units(jvm, "hugetlb");
        }
        Path script = units.resolve("hp-jvm-host");
        String text = Files.readString(script);
        Ended started = runsOfUnit(units, "ExecStart");
        assertEquals(0, started.exitCode(), started.err());
        long pages = poolNow();
        assertTrue(
                pages > 30 && text.contains("nr_hugepages " + pages + " " + (pages - 3) + "\n"), pages + ": " + text);
        try (LiveJvm jvm = LiveJvm.start(
                jdk,
                folder,
                List.of("-XX:+UseG1GC", "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:ReservedCodeCacheSize=16m"),
                List.of(),
                variable(units))) {
            assertHeapOn("HUGETLB", jvm);
        }
        // The kernel reads 0400 as 256: the second plan fails, and the first one stays.
        Files.writeString(script, text.replace("nr_hugepages " + pages, "nr_hugepages 0400"));
        assertEquals(1, runsOfUnit(units, "ExecReload").exitCode());
        assertEquals(pages, poolNow());
        Files.writeString(script, text.replace("nr_hugepages " + pages, "nr_hugepages " + (pages + 4)));
        assertEquals(0, runsOfUnit(units, "ExecStart").exitCode());
        assertEquals(pages + 4, poolNow());
        assertEquals(0, runsOfUnit(units, "ExecStop").exitCode());
        assertEquals(3, poolNow(), "the pool from before the first start, not from before the second");

        HOST.pool(pages + 9);
        assertEquals(0, runsOfUnit(units, "ExecStart").exitCode());
        assertEquals(pages + 9, poolNow());
        assertEquals(0, runsOfUnit(units, "ExecStop").exitCode());
        assertEquals(pages + 9, poolNow());

        HOST.pool(1);
        Files.writeString(script, text.replace("nr_hugepages " + pages, "nr_hugepages 010"));
        Ended refused = runsOfUnit(units, "ExecStart");
        assertEquals(1, refused.exitCode(), refused.out());
        assertTrue(refused.err().contains("the kernel granted 8 of 010 pages: "), refused.err());
        assertEquals(1, poolNow());
    }

    private static long poolNow() {
        return Long.parseLong(HostState.value(HostState.POOL));
    }

    @Test
    void scriptKeepsALargerPool() throws IOException {
        HOST.pool(0);
        Path script;
        try (LiveJvm jvm = start(SMALL)) {
            script = emitted(jvm, "shell");
        }
        HOST.pool(300);
        for (String what : List.of("check", "apply", "undo")) {
            Ended ended = sh(script, what);
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals(300, poolNow());
        }
    }

    /** No reboot: the text is evaluated as update-grub does, and the pool is given the pages that it names. */
    @Test
    void kernelArgumentsNameThePoolOfTheJvm() throws IOException {
        HOST.pool(0);
        HostState before = HostState.now();
        Path file;
        try (LiveJvm jvm = start(SMALL)) {
            assertHeapOn("BASE", jvm);
            file = emitted(jvm, "cmdline");
        }
        Ended read = Program.of("/bin/sh", "-eu", "-c", ". \"$0\"; printf %s \"$GRUB_CMDLINE_LINUX\"", file.toString())
                .set("GRUB_CMDLINE_LINUX", "quiet")
                .run();
        Matcher pool = Pattern.compile("quiet hugepagesz=2M hugepages=(\\d+)").matcher(read.out());
        assertTrue(pool.matches(), read.toString());
        HOST.pool(Long.parseLong(pool.group(1)));
        try (LiveJvm jvm = start(SMALL)) {
            assertHeapOn("HUGETLB", jvm);
            assertEquals("[]", advice(jvm).at("/plan").toString(), "nothing is left to be advised");
        }
        HOST.pool(0);
        assertEquals(before, HostState.now());
    }

    @Test
    void undoKeepsLaterChanges() {
        HOST.set(HostState.ENABLED, "never");
        HOST.set(HostState.ENABLED_2M, "never");
        Path script;
        try (LiveJvm jvm = start("-XX:+UseTransparentHugePages")) {
            script = emitted(jvm, "shell");
        }
        HOST.set(HostState.ENABLED, "always");
        HostState changed = HostState.now();
        for (String what : List.of("apply", "undo")) {
            Ended refused = sh(script, what);
            assertEquals(1, refused.exitCode(), refused.out());
            assertTrue(refused.err().contains(HostState.ENABLED + " is always"), refused.err());
            assertEquals(changed, HostState.now(), "nothing was written, not even the file that is as it was");
        }
        Ended check = sh(script, "check");
        assertEquals(1, check.exitCode());
        assertTrue(check.out().contains("changed  " + HostState.ENABLED), check.out());
    }

    /** The kernel reads 010 as 8. This represents all values that it does not accept as written. */
    @Test
    void scriptUndoesWhatTheKernelRefused() throws IOException {
        HOST.set(HostState.ENABLED, "never");
        HOST.set(HostState.ENABLED_2M, "never");
        HOST.pool(0);
        HostState before = HostState.now();
        Path script;
        try (LiveJvm jvm = start("-XX:+UseTransparentHugePages")) {
            script = emitted(jvm, "shell");
        }
        String text = Files.readString(script);
        assertRolledBack(text.replace("'inherit'", "'inherited'"), "cannot set " + HostState.ENABLED_2M, before);
        String pool = "  setting 9 '" + HostState.POOL + "' '0' '010'\n}\n\n# The same";
        assertRolledBack(text.replace("}\n\n# The same", pool), "the kernel granted 8 of 010 pages: ", before);
    }

    private void assertRolledBack(String script, String why, HostState before) throws IOException {
        Path file = Files.writeString(folder.resolve("broken.sh"), script);
        // The ninth setting has to be in both lists.
        Files.writeString(file, script.replace("backwards() {\n", "backwards() {\n" + ninth(script)));
        Ended ended = sh(file, "apply");
        assertEquals(1, ended.exitCode(), ended.out());
        assertTrue(ended.err().contains(why) && ended.err().contains("all values are restored"), ended.err());
        assertEquals(before, HostState.now());
    }

    private static String ninth(String script) {
        return script.lines()
                .filter(line -> line.startsWith("  setting 9 "))
                .findFirst()
                .map(line -> line + "\n")
                .orElse("");
    }

    @Test
    void flagsComeFromFileAndEnvironment() throws IOException {
        Path args;
        try (LiveJvm jvm = start()) {
            assertHeapOn("BASE", jvm);
            args = emitted(jvm, "jvm");
        }
        try (LiveJvm jvm = start("@" + args)) {
            assertHeapOn("THP", jvm);
        }
        String export = Files.readString(args)
                .lines()
                .filter(line -> line.contains("export JDK_JAVA_OPTIONS"))
                .findFirst()
                .orElseThrow()
                .substring(1)
                .strip();
        Ended flags = Program.of(
                        "/bin/sh",
                        "-c",
                        export + "; exec \"$0\" -XX:+PrintFlagsFinal -version",
                        jdk.java().toString())
                .set("JDK_JAVA_OPTIONS", "-XX:+AlwaysPreTouch")
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
                .run();
        for (String flag : List.of("UseTransparentHugePages", "AlwaysPreTouch")) {
            assertTrue(
                    flags.out().lines().anyMatch(line -> line.matches(".*\\b" + flag + "\\s+= true .*")), flags.out());
        }
    }

    @Test
    void scriptNeedsRoot() {
        Needs.program("setpriv");
        HOST.set(HostState.ENABLED, "never");
        HostState before = HostState.now();
        Path script;
        try (LiveJvm jvm = start("-XX:+UseTransparentHugePages")) {
            script = emitted(jvm, "shell");
        }
        assertTrue(folder.toFile().setExecutable(true, false) && folder.toFile().setReadable(true, false));
        Ended refused = Program.of("setpriv", "--reuid=65534", "--clear-groups", "/bin/sh", script.toString(), "apply")
                .run();
        assertEquals(1, refused.exitCode());
        assertTrue(refused.err().contains("needs root"), refused.err());
        assertEquals(before, HostState.now());
        assertEquals(2, sh(script, "frobnicate").exitCode());
    }
}
