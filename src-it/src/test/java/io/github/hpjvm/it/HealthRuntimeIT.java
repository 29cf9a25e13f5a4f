package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.AdvisorJars;
import io.github.hpjvm.it.lab.AsksHealth;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Redeploys;
import io.github.hpjvm.it.lab.WithoutScan;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The health check in the runtimes that services have: without our jars, as a module, in an image, with nothing allowed. */
@Tag("jdks")
@Tag("beside")
class HealthRuntimeIT {
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";
    private static final String MODULE = "io.github.hpjvm.advisor";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void thpAreGranted() {
        Needs.thp();
    }

    static List<Jdk> jdks() {
        return Jdks.among(17, 25);
    }

    private static Path ofClass(String name) {
        try {
            return Path.of(Class.forName(name)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path program() {
        return ofClass(AsksHealth.class.getName());
    }

    private static String joined(Object... paths) {
        return String.join(
                File.pathSeparator, Stream.of(paths).map(Object::toString).toList());
    }

    private static String everything() {
        return joined(
                program(),
                AdvisorJars.classPath(),
                ofClass("com.sun.jna.Native"),
                ofClass("oshi.SystemInfo"),
                ofClass("com.fasterxml.jackson.databind.ObjectMapper"),
                ofClass("com.fasterxml.jackson.core.JsonParser"),
                ofClass("com.fasterxml.jackson.annotation.JsonProperty"));
    }

    /** Returns the program with options, then the arguments of {@link AsksHealth}. */
    private static Program asks(Path java, List<String> options, int mebibytes, String depth, int budgetMillis) {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xms256m", "-Xmx256m", THP));
        command.addAll(options);
        command.add(AsksHealth.class.getName());
        return Program.of(command)
                .with(mebibytes, depth, budgetMillis)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");
    }

    private static JsonNode report(Program.Ended ended) throws IOException {
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return new ObjectMapper().readTree(ended.out().lines().findFirst().orElseThrow());
    }

    private static void assertQuiet(Program.Ended ended) {
        assertFalse(ended.err().contains("WARNING"), ended.err());
        assertFalse(ended.err().contains("Exception"), ended.err());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void cheapCheckLoadsNoOtherJars(Jdk jdk) throws IOException {
        Path log = folder.resolve("loaded-" + jdk.feature());
        Program.Ended ended = asks(
                        jdk.java(), List.of("-Xlog:class+load:file=" + log, "-cp", everything()), 20, "cheap", 50)
                .run();
        assertEquals("CHEAP", report(ended).get("depth").asText());
        List<String> loaded = Files.readAllLines(log);
        assertTrue(loaded.stream().anyMatch(line -> line.contains(MODULE + ".health.HugePagesHealth ")));
        for (String other :
                List.of(" com.sun.jna", " oshi.", " com.fasterxml.", " com.sun.tools.attach", " sun.tools.")) {
            assertEquals(
                    List.of(),
                    loaded.stream().filter(line -> line.contains(other)).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void seesTheHeapWithoutOtherJars(Jdk jdk) throws IOException {
        Program.Ended ended = asks(
                        jdk.java(),
                        jdk.feature() < 22
                                ? List.of("-cp", joined(program(), AdvisorJars.classPath()))
                                : List.of(ALLOWED, "-cp", joined(program(), AdvisorJars.classPath())),
                        150,
                        "full",
                        60_000)
                .run();
        JsonNode report = report(ended);
        assertEquals("OK", report.get("status").asText(), report::toString);
        assertEquals("THP", report.get("heap").asText(), report::toString);
        assertEquals("FULL", report.get("depth").asText(), report::toString);
        assertQuiet(ended);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void worksAsAModule(Jdk jdk) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--module-path",
                joined(AdvisorJars.classPath(), ofClass("com.sun.jna.Native")),
                "--add-modules",
                MODULE + ",com.sun.jna,jdk.management",
                "-cp",
                program().toString()));
        if (jdk.feature() >= 24) {
            options.add(0, "--enable-native-access=io.github.hpjvm.os");
        }
        Program.Ended ended = asks(jdk.java(), options, 150, "full", 1).run();
        JsonNode report = report(ended);
        assertEquals("OK", report.get("status").asText(), report::toString);
        assertEquals("FULL", report.get("depth").asText(), report::toString);
        assertQuiet(ended);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void worksInAnImageWithJavaBase(Jdk jdk) throws IOException {
        Path java = image(jdk, "base", MODULE);
        Program.Ended ended = asks(java, List.of("-cp", program().toString()), 150, "full", 60_000)
                .run();
        JsonNode report = report(ended);
        assertEquals("OK", report.get("status").asText(), report::toString);
        assertEquals("THP", report.get("heap").asText(), report::toString);
        assertEquals("FULL", report.get("depth").asText(), report::toString);
        assertQuiet(ended);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void worksInAnImageWithoutAttaching(Jdk jdk) throws IOException {
        Path java = image(jdk, "managed", MODULE + ",jdk.management,jdk.jfr");
        Program.Ended ended = asks(java, List.of("-cp", program().toString()), 150, "full", 60_000)
                .run();
        JsonNode report = report(ended);
        assertEquals("OK", report.get("status").asText(), report::toString);
        assertEquals("FULL", report.get("depth").asText(), report::toString);
        assertQuiet(ended);
    }

    /** Without jdk.jfr the JVM offers no diagnostic commands: the address of the heap is that of its tables. */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void worksInAnImageWithoutFlightRecorder(Jdk jdk) throws IOException {
        Path java = image(jdk, "unrecorded", MODULE + ",jdk.management");
        Program.Ended ended = asks(java, List.of("-cp", program().toString()), 150, "full", 60_000)
                .run();
        JsonNode report = report(ended);
        assertEquals("OK", report.get("status").asText(), report::toString);
        assertEquals("THP", report.get("heap").asText(), report::toString);
        assertQuiet(ended);
    }

    /**
     * Creates an image with the launcher of the JDK. That one may have been changed to use another C library than the
     * host's.
     */
    private static Path image(Jdk jdk, String name, String modules) throws IOException {
        Path jlink = jdk.home().resolve("bin/jlink");
        Needs.that(Files.isExecutable(jlink), "jlink in " + jdk.home());
        Path image = folder.resolve(name + jdk.feature());
        Program.Ended made = Program.of(jlink.toString(), "--module-path", AdvisorJars.classPath())
                .with("--add-modules", modules, "--output", image, "--strip-java-debug-attributes")
                .run();
        assertEquals(0, made.exitCode(), made.out() + made.err());
        return Files.copy(jdk.java(), image.resolve("bin/java"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void reportsMissingNativeAccess() throws IOException {
        Jdk jdk = Needs.jdk(25);
        for (String mode : List.of("--illegal-native-access=deny", "--illegal-native-access=warn")) {
            List<String> options = List.of(mode, "-cp", everything());
            Program.Ended dear = asks(jdk.java(), options, 150, "full", 1).run();
            JsonNode report = report(dear);
            assertEquals("UNKNOWN", report.get("status").asText(), report::toString);
            assertTrue(report.get("summary").asText().contains(ALLOWED), report::toString);
            assertQuiet(dear);
            Program.Ended affordable =
                    asks(jdk.java(), options, 150, "full", 60_000).run();
            assertEquals("OK", report(affordable).get("status").asText(), affordable.out());
            assertQuiet(affordable);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void reportsRefusedScan(Jdk jdk) throws IOException {
        List<String> options =
                jdk.feature() >= 24 ? List.of(ALLOWED, "-cp", everything()) : List.of("-cp", everything());
        Program.Ended ended = asks(jdk.java(), options, 150, "full", 1)
                .through(WithoutScan.launcher())
                .run();
        JsonNode report = report(ended);
        assertEquals("UNKNOWN", report.get("status").asText(), report::toString);
        assertTrue(report.get("summary").asText().contains("PAGEMAP_SCAN was refused, errno 1"), report::toString);
        assertTrue(report.get("summary").asText().contains("seccomp"), report::toString);
        assertQuiet(ended);
    }

    /**
     * Makes 50 deployments; half of them do not close their check. The JDK has soft references to class loaders whose
     * lambdas were linked, and 17 one that is not soft (JDK-8078641).
     */
    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void leavesNoClassLoaderAndNoThread(Jdk jdk) {
        List<String> command =
                new ArrayList<>(List.of(jdk.java().toString(), "-Xmx256m", "-XX:SoftRefLRUPolicyMSPerMB=0"));
        if (jdk.feature() >= 24) {
            command.add(ALLOWED);
        }
        command.addAll(List.of("-cp", program().toString(), Redeploys.class.getName()));
        Program.Ended ended = Program.of(command)
                .with(
                        joined(program(), AdvisorJars.classPath(), ofClass("com.sun.jna.Native")),
                        jdk.feature() < 18 ? 1 : 0)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("class loaders left: 0\nthreads left: []\n", ended.out(), ended.err());
        assertQuiet(ended);
    }

    /** Runs with an empty policy, one that allows only system properties, and one that allows to read files. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "grant { permission java.util.PropertyPermission \"*\", \"read\"; };",
                "grant { permission java.util.PropertyPermission \"*\", \"read\";"
                        + " permission java.io.FilePermission \"<<ALL FILES>>\", \"read\"; };"
            })
    void answersUnderASecurityManager(String policy) throws IOException {
        Path file = Files.writeString(folder.resolve("policy"), policy);
        Program.Ended ended = shared(
                        Needs.jdk(17),
                        "-Djava.security.manager",
                        "-Djava.security.policy==" + file,
                        "-cp",
                        joined(program(), AdvisorJars.classPath()))
                .run();
        assertUnknown(ended);
        assertTrue(ended.out().contains("denied") || ended.out().contains("DENIED"), ended.out());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void answersWithTheBaseModuleAlone(Jdk jdk) throws IOException {
        assertUnknown(shared(jdk, "--limit-modules", "java.base", "-cp", joined(program(), AdvisorJars.classPath()))
                .run());
    }

    /** The language of an error text is asked of JNA, which causes a warning from 24 on. */
    @ParameterizedTest
    @MethodSource("jdks")
    void anErrorOfTheKernelCausesNoWarning(Jdk jdk) throws IOException {
        Path source = Files.writeString(folder.resolve("Refused.java"), """
                public class Refused {
                    public static void main(String[] arguments) {
                        System.out.println(io.github.hpjvm.os.libc.Errno.of(
                                new java.nio.file.FileSystemException("/x", null, "Invalid argument")));
                    }
                }
                """);
        Program.Ended ended = Program.of(jdk.java().toString(), "-cp", everything(), source.toString())
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .run();
        assertEquals("Optional.empty\n", ended.out(), ended.err());
        assertQuiet(ended);
    }

    private static Program shared(Jdk jdk, String... options) {
        return Program.of(jdk.java().toString())
                .with((Object[]) options)
                .with(AsksHealth.Shared.class.getName())
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");
    }

    private static void assertUnknown(Program.Ended ended) throws IOException {
        assertEquals(0, ended.exitCode(), ended.err());
        List<String> lines = ended.out().lines().toList();
        assertEquals(3, lines.size(), ended.out());
        for (String line : lines) {
            JsonNode report = new ObjectMapper().readTree(line);
            assertEquals("UNKNOWN", report.get("status").asText(), line);
            assertFalse(report.get("summary").asText().isBlank(), line);
        }
    }
}
