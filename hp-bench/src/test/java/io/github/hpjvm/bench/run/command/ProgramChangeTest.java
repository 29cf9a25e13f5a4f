package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramChangeTest {
    private static Variant variant(String change) {
        return BenchOptions.parse(Map.of("variant", "x=" + change), Profile.OWN, 1)
                .variants()
                .get(1);
    }

    private static List<String> command(String change, String... words) {
        return ProgramChange.of(List.of(words), variant(change)).command();
    }

    @Test
    void theLauncherIsThatOfTheJvm() {
        assertEquals(List.of("/opt/jdk/bin/java", "-jar", "a.jar"), command("jvm:/opt/jdk", "java", "-jar", "a.jar"));
        assertEquals(List.of("./run.sh", "java"), command("jvm:/opt/jdk", "./run.sh", "java"));
        assertEquals(
                Map.of("PATH", "/opt/jdk/bin:/bin", "JAVA_HOME", "/opt/jdk", "K", "V"),
                ProgramChange.environment(Map.of("PATH", "/bin"), variant("jvm:/opt/jdk env:K=V")));
    }

    @Test
    void theClassPathPrecedesThatOfTheCommand() {
        assertEquals(
                List.of("java", "-Xmx1g", "-cp", "new.jar:old.jar", "Main", "-cp", "x"),
                command("classpath:new.jar", "java", "-Xmx1g", "-cp", "old.jar", "Main", "-cp", "x"));
        assertEquals(List.of("java", "Main"), command("classpath:new.jar", "java", "Main"));
        assertEquals(
                "new.jar:.",
                ProgramChange.environment(Map.of(), variant("classpath:new.jar"))
                        .get("CLASSPATH"));
    }

    @Test
    void theLastClassPathBeforeTheMainClassCounts() {
        assertEquals(
                List.of("java", "--class-path=new.jar:old.jar", "Main"),
                command("classpath:new.jar", "java", "--class-path=old.jar", "Main"));
        assertEquals(
                List.of("java", "-cp", "a.jar", "--class-path", "new.jar:b.jar", "Main", "--class-path=x"),
                command(
                        "classpath:new.jar",
                        "java",
                        "-cp",
                        "a.jar",
                        "--class-path",
                        "b.jar",
                        "Main",
                        "--class-path=x"));
    }

    private static void requireClassPath(Map<String, String> environment, String... words) {
        ProgramChange.requireClassPath(List.of(words), environment, List.of(variant("classpath:new.jar")));
    }

    @Test
    void aClassPathWithoutEffectIsRefused() {
        List<List<String>> refused = List.of(
                List.of("java", "-jar", "a.jar"),
                List.of("java", "-cp", "x", "-jar", "a.jar"),
                List.of("java", "-Djava.class.path=old.jar", "Main"),
                List.of("java", "-cp", "x", "@options", "Main"),
                List.of("java", "@options"));
        for (List<String> command : refused) {
            assertThrows(
                    UsageException.class,
                    () -> requireClassPath(Map.of(), command.toArray(String[]::new)),
                    command.toString());
        }
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -cp old.jar");
        String message = assertThrows(UsageException.class, () -> requireClassPath(environment, "java", "Main"))
                .getMessage();
        assertEquals(
                "variant: x: 'JDK_JAVA_OPTIONS=-cp' may set another class path; set it by -cp in the command", message);
        requireClassPath(environment, "java", "-cp", "x", "Main", "-jar", "@file");
        requireClassPath(Map.of(), "java", "Main", "-Djava.class.path=x");
        requireClassPath(environment, "./run.sh", "-jar", "a.jar");
    }

    @Test
    void variablesReplaceThoseOfTheCaller() {
        assertEquals(
                "2",
                ProgramChange.environment(Map.of("K", "1"), variant("env:K=2")).get("K"));
        assertEquals(
                "a=1:glibc.malloc.hugetlb=1",
                ProgramChange.environment(
                                Map.of("GLIBC_TUNABLES", "a=1"),
                                Variants.named("malloc-thp").orElseThrow())
                        .get("GLIBC_TUNABLES"));
    }
}
