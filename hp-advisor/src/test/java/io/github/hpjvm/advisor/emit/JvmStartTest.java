package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
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
}
