package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A java that records its arguments, and prints the flags of JDK 21. */
class JavaCommandTest {

    private static final String ANSWER = """
            [Global flags]
                   bool UseG1GC                                  = true                                      {product} {ergonomic}
                 size_t MaxHeapSize                              = 6320816128                                {product} {ergonomic}
                   bool UseLargePages                            = false                                  {pd product} {default}
            openjdk version "21.0.9" 2025-10-21 LTS
            OpenJDK Runtime Environment Some-21.0.9+10 (build 21.0.9+10-LTS)
            OpenJDK 64-Bit Server VM Some-21.0.9+10 (build 21.0.9+10-LTS, mixed mode, sharing)
            """;

    @TempDir
    Path folder;

    private Path java;
    private Path told;

    @BeforeEach
    void install() throws IOException {
        told = folder.resolve("told");
        Path home = folder.resolve("a jdk");
        java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.createFile(Files.createDirectories(home.resolve("lib/server")).resolve("libjvm.so"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Some Vendor\"\nJAVA_VERSION=\"21.0.9\"\n");
        answers("cat <<'END'\n" + ANSWER + "END\n");
    }

    private void answers(String script) throws IOException {
        Files.writeString(
                java, "#!/bin/sh\n{ pwd; printf '%s\\n' \"$@\"; env | grep JAVA; } >> '" + told + "'\n" + script);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Fact<JavaCommand> here(Map<String, String> environment, String... arguments) {
        List<String> words = new ArrayList<>(List.of(java.toString()));
        words.addAll(List.of(arguments));
        return JavaCommand.here(words, environment);
    }

    private JavaCommand read(Map<String, String> environment, String... arguments) {
        return here(environment, arguments).known().orElseThrow();
    }

    private static List<String> arguments(JavaCommand command) {
        return command.launchOn(FactsSamples.host()).arguments().texts();
    }

    @Test
    void startsJavaWithoutTheArguments() throws IOException {
        read(
                Map.of("JAVA_TOOL_OPTIONS", "-XX:+Tool"),
                "-Xlog:file=x",
                "-javaagent:evil.jar",
                "-XX:+AlwaysPreTouch",
                "Main");
        assertEquals(
                List.of("/", "-XX:+PrintFlagsFinal", "-version"),
                Files.readAllLines(told).stream()
                        .filter(line -> !line.startsWith("JAVA_HOME=") && !line.startsWith("HP_CLI_"))
                        .toList());
    }

    @Test
    void thePredictionSaysWhatVariablesChange() {
        String value = "-Dp=" + "0".repeat(2000) + " -XX:+UseLargePages";
        JavaCommand command = JavaCommand.of(
                JavaVersion.parse("8"),
                "",
                List.of("java", "-Xmx1g", "Main"),
                Map.of("JAVA_TOOL_OPTIONS", value, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"));
        assertEquals(List.of("-Xmx1g"), arguments(command));
        Host host = FactsSamples.host();
        Prediction plain = PageModel.predict(command.launchOn(host), host);
        Prediction prediction = command.withVariables(plain, host);
        assertEquals(plain.risks().size() + 1, prediction.risks().size());
        assertEquals(
                RiskCode.OPTIONS_IGNORED,
                prediction.risks().get(plain.risks().size()).code());
        assertEquals(
                Optional.empty(),
                prediction.region(RegionName.NATIVE).orElseThrow().kind());
    }

    @Test
    void readsTheBuildFromItsOutput() {
        JavaCommand command = read(Map.of(), "-Xmx1g", "Main");
        assertEquals(VmKind.HOTSPOT, command.vm().vm());
        assertEquals("21.0.9+10", command.vm().version());
        assertEquals("Some Vendor", command.vm().vendor());
        Launch launch = command.launchOn(FactsSamples.host());
        assertEquals(
                new VmFlag("true", "product", "ergonomic"), launch.defaults().get("UseG1GC"));
        assertEquals("Main", launch.arguments().main());
        assertEquals(List.of("-Xmx1g"), arguments(command));
    }

    @Test
    void ergonomicsOfThisHostDoNotCountForAnotherHost() {
        JavaCommand command = JavaCommand.elsewhere(List.of(java.toString(), "Main"), Map.of("_JAVA_OPTIONS", "-Xmx1g"))
                .known()
                .orElseThrow();
        Map<String, VmFlag> defaults = command.launchOn(FactsSamples.host()).defaults();
        assertEquals("", defaults.get("MaxHeapSize").value());
        assertEquals("", defaults.get("UseG1GC").value());
        assertEquals("false", defaults.get("UseLargePages").value());
        assertEquals(List.of(), arguments(command), "the variables of this shell are not those of that host");
    }

    @Test
    void readsAllSourcesInTheirEffectiveOrder() throws IOException {
        Path file = Files.writeString(folder.resolve("more args"), "-Xms1g \"-Dname=a b\"\n");
        Path options = Files.writeString(folder.resolve("vm"), "-XX:+UseZGC");
        JavaCommand command = read(
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g", "JDK_JAVA_OPTIONS", "-Xmx2g", "_JAVA_OPTIONS", "-Xmx4g"),
                "-Xmx3g",
                "@" + file,
                "-XX:VMOptionsFile=" + options,
                "-jar",
                "app.jar",
                "-Xmx5g");
        assertEquals(
                List.of(
                        "-Xmx1g",
                        "-Xmx2g",
                        "-Xmx3g",
                        "-Xms1g",
                        "-Dname=***",
                        "-XX:VMOptionsFile=" + options,
                        "-XX:+UseZGC",
                        "-Xmx4g"),
                arguments(command));
        assertEquals(Optional.empty(), command.refusal());
    }

    @Test
    void aMissingFileIsARefusal() {
        assertEquals(
                Optional.of("Error: could not open `/no/such'"),
                read(Map.of(), "@/no/such").refusal());
        assertEquals(
                Optional.of("Could not open options file '/no/such'"),
                read(Map.of(), "-XX:VMOptionsFile=/no/such").refusal());
        assertEquals(
                Optional.of("Could not open settings file /no/such"),
                read(Map.of(), "-XX:Flags=/no/such").refusal());
    }

    @Test
    void acceptsAJavaHomeOrAName() {
        Path home = java.getParent().getParent();
        assertTrue(JavaCommand.here(List.of(home.toString()), Map.of()).known().isPresent());
        assertTrue(JavaCommand.here(List.of("java"), Map.of("PATH", "/no/such:" + java.getParent()))
                .known()
                .isPresent());
        assertTrue(JavaCommand.here(List.of("java"), Map.of("PATH", "/no/such"))
                .known()
                .isEmpty());
    }

    /** A program that is not java is not started. */
    @Test
    void startsNoOtherProgram() throws IOException {
        Path script = Files.copy(java, folder.resolve("deploy.sh"));
        Files.delete(java.getParent().getParent().resolve("lib/server/libjvm.so"));
        for (Path no : List.of(script, java, folder.resolve("none"), folder)) {
            Fact<JavaCommand> answer = JavaCommand.here(List.of(no.toString(), "-Xmx1g"), Map.of());
            assertTrue(answer.known().isEmpty(), no::toString);
        }
        assertFalse(Files.exists(told));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 1\n", "echo hello\n", "cat /dev/zero | head -c 3000000\n"})
    void namesAJavaWithoutValidOutput(String script) throws IOException {
        answers(script);
        assertTrue(here(Map.of()) instanceof Fact.Absent<JavaCommand> absent && absent.reason() == Reason.MALFORMED);
    }

    @Test
    void anotherVmIsRecognized() throws IOException {
        answers("echo 'openjdk version \"21.0.9\"'; echo 'Eclipse OpenJ9 VM (build openj9-0.56, JRE 21)'\n");
        assertEquals(VmKind.OPENJ9, read(Map.of()).vm().vm());
    }

    @Test
    void aNamedReleaseIsNotSearchedFor() {
        JavaCommand command = JavaCommand.of(
                JavaVersion.parse("17.0.8"), "Eclipse Adoptium", List.of("/no/such/java", "-Xmx1g"), Map.of());
        assertEquals(List.of("-Xmx1g"), arguments(command));
        assertEquals(Map.of(), command.launchOn(FactsSamples.host()).defaults());
    }
}
