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
        assertThrows(
                UsageException.class,
                () -> ProgramChange.requireClassPath(
                        List.of("java", "-jar", "a.jar"), List.of(variant("classpath:new.jar"))));
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
