package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.JavaOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The variable with flags that the forms write: what it has already, less and more flags. */
class JvmStartTest {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String SMALL = "-XX:-UseLargePages";

    @TempDir
    Path folder;

    @Test
    void quotesOfTheVariableStay() throws IOException {
        Path process = Files.createDirectories(folder.resolve("4242"));
        Files.writeString(process.resolve("cmdline"), "/usr/bin/java\0com.example.Shop\0");
        Files.writeString(
                process.resolve("environ"),
                "JDK_JAVA_OPTIONS=-Xlog:gc*:file=\"/var/log/my app/gc.log\" " + SMALL + " @more.args\0");
        Jvm jvm = with(JvmSamples.g1(17), "environment", new JvmArguments(folder, 4242).environment());
        JvmStart start = JvmStart.of(Situations.of(jvm, new JvmFlag(List.of(LARGE), List.of(SMALL))));
        assertEquals(
                List.of("-Xlog:gc*:file=/var/log/my app/gc.log", "@more.args", LARGE),
                JavaOptions.words(start.replaced().orElseThrow()));
    }

    private static final EmitTarget SHOP =
            new EmitTarget(Optional.of(ServiceUnit.named("shop")), Optional.of("shop"), NodeKind.DAEMONSET);

    private static String text(Form form, Jvm jvm, JvmFlag change) {
        return form.files(Situations.of(jvm, change), SHOP).get(0).text();
    }

    private static String comments(String text) {
        return text.lines()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining(" "));
    }

    private static String lines(String text) {
        return text.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
    }

    private static Jvm withVariable(String value) {
        Argument flag = new Argument(SMALL, ArgumentOrigin.JDK_JAVA_OPTIONS);
        Jvm jvm = JvmSamples.environment(JvmSamples.g1(17), "JDK_JAVA_OPTIONS", value);
        return jvm.withArguments(
                known(new Arguments(List.of(flag), List.of(), "com.example.Shop"), "/proc/4242/environ"));
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "QUADLET", "K8S", "COMPOSE"})
    void aFlagOfTheVariableIsRemovedThere(Form form) {
        String text = text(form, withVariable("-Xmx1g " + SMALL), new JvmFlag(List.of(), List.of(SMALL)));
        assertTrue(lines(text).contains("JDK_JAVA_OPTIONS"), text);
        assertFalse(text.contains(SMALL), text);
        assertFalse(comments(text).contains("No variable") || comments(text).contains("no change"), text);
    }

    /** The variable is not written, so nothing is removed there. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "QUADLET", "K8S", "COMPOSE"})
    void aFlagOfAHiddenVariableIsNamed(Form form) {
        Jvm jvm = withVariable("-Dpassword=*** " + SMALL);
        for (List<String> add : List.of(List.<String>of(), List.of(LARGE))) {
            String text = text(form, jvm, new JvmFlag(add, List.of(SMALL)));
            assertFalse(lines(text).contains("JDK_JAVA_OPTIONS"), text);
            String comments = comments(text);
            assertTrue(comments.contains("Remove from its arguments: " + SMALL + ", in JDK_JAVA_OPTIONS"), text);
            assertEquals(!add.isEmpty(), comments.contains("Add to it: " + LARGE), text);
            assertFalse(comments.contains("No variable") || comments.contains("no change"), text);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "QUADLET", "K8S", "COMPOSE"})
    void anUnknownVariableIsNotReplacedInSilence(Form form) {
        Jvm jvm = with(JvmSamples.g1(17), "environment", FactsSamples.denied("/proc/4242/environ"));
        String text = text(form, jvm, new JvmFlag(List.of(LARGE), List.of()));
        assertTrue(lines(text).contains("JDK_JAVA_OPTIONS"), text);
        assertTrue(comments(text).contains("The environment of the JVM is not known."), text);
    }

    /** EnvironmentFile= overrides Environment=; of a container it does not (podman-run(1), "Environment"). */
    @Test
    void aVariableThatIsSetMayComeFromAFile() {
        JvmFlag change = new JvmFlag(List.of(LARGE), List.of());
        for (Form form : List.of(Form.SYSTEMD, Form.ANSIBLE, Form.CLOUD_INIT)) {
            String text = text(form, withVariable("-Xmx1g"), change);
            assertTrue(text.contains("EnvironmentFile= of the unit sets JDK_JAVA_OPTIONS, change it"), text);
            assertTrue(
                    text.contains("sudo cat /proc/$(systemctl show -p MainPID --value shop.service)/environ"
                            + " | tr '\\0' '\\n' | grep ^JDK_JAVA_OPTIONS="),
                    text);
            Jvm without = JvmSamples.environment(JvmSamples.g1(17), "OTHER", "x");
            assertFalse(text(form, without, change).contains("EnvironmentFile="), form.toString());
        }
        assertFalse(text(Form.QUADLET, withVariable("-Xmx1g"), change).contains("EnvironmentFile="));
    }

    /** The facts keep 8192 characters of a variable: the rest would be lost. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "QUADLET", "K8S", "COMPOSE"})
    void aLongVariableIsNotReplaced(Form form) {
        for (String character : List.of("x", "\ud83d\ude00")) {
            Jvm jvm = withVariable("-Da=" + character.repeat(9000));
            String text = text(form, jvm, new JvmFlag(List.of(LARGE), List.of()));
            assertFalse(lines(text).contains("JDK_JAVA_OPTIONS"), text);
            assertTrue(comments(text).contains("longer than hp-cli keeps. Add to it: " + LARGE), text);
        }
        String whole = text(form, withVariable("-Da=" + "x".repeat(8000)), new JvmFlag(List.of(LARGE), List.of()));
        assertTrue(lines(whole).contains("JDK_JAVA_OPTIONS"), whole);
    }

    @Test
    void eachPlaceOfAFlagIsNamed() {
        List<Argument> arguments = List.of(
                new Argument(SMALL, ArgumentOrigin.JDK_JAVA_OPTIONS),
                new Argument(SMALL, ArgumentOrigin.COMMAND_LINE),
                new Argument(SMALL, ArgumentOrigin.COMMAND_LINE),
                new Argument(SMALL, ArgumentOrigin.UNDERSCORE_JAVA_OPTIONS));
        Jvm jvm = withVariable("-Xlog " + SMALL)
                .withArguments(known(new Arguments(arguments, List.of(), "Shop"), "/proc/4242/cmdline"));
        JvmFlag change = new JvmFlag(List.of(LARGE), List.of(SMALL));
        String places = "on its command line and in _JAVA_OPTIONS.";
        String replaced = text(Form.SYSTEMD, jvm, change);
        assertTrue(comments(replaced).contains("arguments: " + SMALL + ", " + places), replaced);
        String appended = text(Form.JVM, jvm, change);
        assertTrue(comments(appended).contains("in JDK_JAVA_OPTIONS and " + places), appended);
    }

    /** parse_options_environment_variable in arguments.cpp of 8: 1024 bytes with the end of the string, and 64 options. */
    @Test
    void jdk8DoesNotReadALongVariable() {
        JvmFlag change = new JvmFlag(List.of(LARGE), List.of());
        int room = 1023 - LARGE.length() - " -Da=".length();
        for (Form form : List.of(Form.SYSTEMD, Form.QUADLET, Form.K8S, Form.COMPOSE, Form.JVM)) {
            for (String value : List.of("-Da=" + "x".repeat(room + 1), "-Da=x ".repeat(64))) {
                Jvm jvm = JvmSamples.environment(JvmSamples.g1(8), "JAVA_TOOL_OPTIONS", value);
                String text =
                        form.files(Situations.of(jvm, change), SHOP).get(0).text();
                assertFalse(lines(text).contains("JAVA_TOOL_OPTIONS"), text);
                assertTrue(comments(text).contains("JDK 8 does not read all of it"), text);
            }
            for (String value : List.of("-Da=" + "x".repeat(room), "-Da=x ".repeat(63))) {
                Jvm jvm = JvmSamples.environment(JvmSamples.g1(8), "JAVA_TOOL_OPTIONS", value);
                String text =
                        form.files(Situations.of(jvm, change), SHOP).get(0).text();
                // The patch of a pod also sets the heap and the collector.
                assertEquals(form != Form.K8S, lines(text).contains("JAVA_TOOL_OPTIONS"), text);
            }
        }
    }

    /** set_heap_size in arguments.cpp refuses an initial heap above the maximum. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "QUADLET", "K8S", "COMPOSE", "JVM"})
    void anInitialHeapIsForOneJvm(Form form) {
        JvmFlag change = new JvmFlag(List.of(LARGE, "-Xms1024m"), List.of());
        Advice advice = Situations.of(JvmSamples.g1(17), change);
        for (Optional<Bytes> heir : List.of(Optional.<Bytes>empty(), Optional.of(Bytes.ofGiB(1)))) {
            String text = form.files(advice, SHOP.withHeirHeap(heir)).get(0).text();
            assertTrue(lines(text).contains("-Xms1024m"), text);
            assertTrue(comments(text).contains("One with a smaller -Xmx and without -Xms does not start"), text);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "ANSIBLE", "CLOUD_INIT", "JVM", "K8S", "COMPOSE", "QUADLET"})
    void anInitialHeapThatStopsAnotherJvmIsNotInTheVariable(Form form) {
        EmitTarget target = SHOP.withHeirHeap(Optional.of(Bytes.ofMiB(128)));
        for (List<String> add : List.of(List.of(LARGE, "-Xms1024m"), List.of("-Xms1024m"))) {
            Jvm jvm = form == Form.JVM ? JvmSamples.g1(8) : JvmSamples.g1(17);
            String text = form.files(Situations.of(jvm, new JvmFlag(add, List.of())), target)
                    .get(0)
                    .text();
            String settings =
                    text.lines().filter(line -> !line.strip().startsWith("#")).collect(Collectors.joining("\n"));
            assertFalse(settings.contains("-Xms"), text);
            assertEquals(add.contains(LARGE), settings.contains(LARGE), text);
            String comments = comments(text.replaceAll("(?m)^ +#", "#"));
            assertTrue(comments.contains("Not here: -Xms1024m: another JVM of the " + owner(form)), text);
        }
    }

    /** The other JVM would take the pages of this one. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "ANSIBLE", "CLOUD_INIT", "JVM", "K8S", "COMPOSE", "QUADLET"})
    void pagesForOneJvmAreNotRequestedByTheVariable(Form form) {
        JvmFlag change = new JvmFlag(List.of(LARGE, "-XX:LargePageSizeInBytes=2m", "-XX:+AlwaysPreTouch"), List.of());
        Jvm jvm = JvmSamples.g1(form == Form.JVM ? 8 : 17);
        String text = form.files(Situations.of(jvm, change), ALONE).get(0).text();
        String settings =
                text.lines().filter(line -> !line.strip().startsWith("#")).collect(Collectors.joining("\n"));
        assertFalse(settings.contains("LargePage"), text);
        assertTrue(settings.contains("-XX:+AlwaysPreTouch"), text);
        String comments = comments(text.replaceAll("(?m)^ +#", "#"));
        assertTrue(
                comments.contains("Not here: " + LARGE + ": another JVM of the " + owner(form)
                        + " would take pages as well, and the host has no memory for its pages."),
                text);
        boolean container = form == Form.K8S || form == Form.COMPOSE || form == Form.QUADLET;
        assertEquals(container, comments.contains("Other JVMs of the container take the variable as well."), text);
        assertFalse(comments.contains("need of pages is not counted"), text);
    }

    private static final EmitTarget ALONE = SHOP.withWhyAlone(Optional.of("the host has no memory for its pages"));

    private static String owner(Form form) {
        return form == Form.K8S || form == Form.COMPOSE ? "container" : "service";
    }

    /** An {@code @argfile} is on the command line of one JVM, JDK_JAVA_OPTIONS is not. */
    @Test
    void theArgfileHasTheFlagsForOneJvm() {
        String thp = "-XX:+UseTransparentHugePages";
        Jvm jvm = withVariable(thp)
                .withArguments(known(
                        new Arguments(List.of(new Argument(thp, ArgumentOrigin.JDK_JAVA_OPTIONS)), List.of(), "Shop"),
                        "jcmd"));
        JvmFlag change = new JvmFlag(List.of(LARGE, "-Xms1024m", "-XX:+AlwaysPreTouch"), List.of(thp));
        EmitTarget target = ALONE.withHeirHeap(Optional.of(Bytes.ofMiB(128)));
        String text = Form.JVM.files(Situations.of(jvm, change), target).get(0).text();
        List<String> flags = List.of(LARGE, "-Xms1024m", "-XX:+AlwaysPreTouch", "-XX:-UseTransparentHugePages");
        assertEquals(flags, text.lines().filter(line -> line.startsWith("-")).toList());
        List<String> exports =
                text.lines().filter(line -> line.contains("export ")).toList();
        assertEquals(1, exports.size(), text);
        assertTrue(exports.get(0).contains("-XX:+AlwaysPreTouch"), text);
        assertFalse(exports.get(0).contains(LARGE) || exports.get(0).contains("-Xms"), text);
        String comments = comments(text);
        for (String flag : List.of(LARGE, "-Xms1024m", "-XX:-UseTransparentHugePages")) {
            assertTrue(comments.contains("Not in JDK_JAVA_OPTIONS: " + flag + ": another JVM of the service"), text);
        }
        assertFalse(comments.contains("Remove from its arguments"), text);
    }

    /** The other JVM has transparent huge pages by the variable, and the pool has no pages for it. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "ANSIBLE", "CLOUD_INIT", "K8S", "COMPOSE", "QUADLET"})
    void transparentHugePagesOfTheOtherJvmStay(Form form) {
        String thp = "-XX:+UseTransparentHugePages";
        Jvm jvm = withVariable(thp)
                .withArguments(known(
                        new Arguments(List.of(new Argument(thp, ArgumentOrigin.JDK_JAVA_OPTIONS)), List.of(), "Shop"),
                        "jcmd"));
        JvmFlag change = new JvmFlag(List.of(LARGE, "-XX:+AlwaysPreTouch"), List.of(thp));
        String text = form.files(Situations.of(jvm, change), ALONE).get(0).text();
        String settings =
                text.lines().filter(line -> !line.strip().startsWith("#")).collect(Collectors.joining("\n"));
        assertTrue(settings.contains(thp), text);
        String comments = comments(text.replaceAll("(?m)^ +#", "#"));
        assertTrue(
                comments.contains("Not here: -XX:-UseTransparentHugePages: another JVM of the " + owner(form)), text);
    }

    /** The other JVM takes the present initial heap. */
    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "ANSIBLE", "CLOUD_INIT"})
    void anInitialHeapThatIsNotReplacedStays(Form form) {
        EmitTarget target = SHOP.withHeirHeap(Optional.of(Bytes.ofGiB(1)));
        for (ArgumentOrigin origin : List.of(ArgumentOrigin.JDK_JAVA_OPTIONS, ArgumentOrigin.COMMAND_LINE)) {
            boolean here = origin == ArgumentOrigin.JDK_JAVA_OPTIONS;
            Jvm jvm = withVariable(here ? "-Xms512m -Xmx4g" : "-Xmx4g")
                    .withArguments(known(
                            new Arguments(List.of(new Argument("-Xms512m", origin)), List.of(), "Shop"),
                            "/proc/4242/cmdline"));
            JvmFlag change = new JvmFlag(List.of(LARGE, "-Xms4096m"), List.of("-Xms512m"));
            String text = form.files(Situations.of(jvm, change), target).get(0).text();
            String written = here ? "-Xms512m -Xmx4g " + LARGE : "-Xmx4g " + LARGE;
            assertTrue(text.contains(written), text);
            String comments = comments(text.replaceAll("(?m)^ +#", "#"));
            assertEquals(!here, comments.contains("Remove from its arguments: -Xms512m"), text);
        }
    }

    /** The file appends to the variable, so that a flag to be removed by hand counts. */
    @Test
    void aFileThatAppendsCountsTheFlagsThatStay() {
        int room = 1023 - LARGE.length() - " -Da=".length();
        for (int stays : List.of(0, SMALL.length() + 1)) {
            String value = "-Da=" + "x".repeat(room - stays) + " " + SMALL;
            Jvm jvm = JvmSamples.environment(JvmSamples.g1(8), "JAVA_TOOL_OPTIONS", value)
                    .withArguments(known(
                            new Arguments(
                                    List.of(new Argument(SMALL, ArgumentOrigin.JAVA_TOOL_OPTIONS)), List.of(), "Shop"),
                            "/proc/4242/environ"));
            String text = text(Form.JVM, jvm, new JvmFlag(List.of(LARGE), List.of(SMALL)));
            assertEquals(stays > 0, lines(text).contains("JAVA_TOOL_OPTIONS"), text);
            assertEquals(stays == 0, comments(text).contains("JDK 8 does not read all of it"), text);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEMD", "ANSIBLE", "CLOUD_INIT"})
    void aHiddenVariableIsNamedInEachFormOfTheService(Form form) {
        String text = text(form, withVariable("-Dpassword=***"), new JvmFlag(List.of(LARGE), List.of()));
        assertTrue(comments(text).contains("Add to it: " + LARGE), text);
    }
}
