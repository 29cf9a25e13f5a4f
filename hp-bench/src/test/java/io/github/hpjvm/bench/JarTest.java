package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarTest {
    private static final Optional<String> COLON = Optional.of("the path /a:b/x.jar contains a colon");

    private static String refused(Map<String, String> given) {
        BenchOptions options = BenchOptions.parse(given, Profile.OWN, 1);
        Jar.requireClassPath(options, Optional.empty());
        return assertThrows(UsageException.class, () -> Jar.requireClassPath(options, COLON))
                .getMessage();
    }

    /** The verdict would be by wall time, and a fork would not find its main class. */
    @Test
    void aJarThatNoClassPathCanNameHasNeitherCpuTimeNorAClassPath() {
        assertEquals(
                "clock: CPU time cannot be measured: the path /a:b/x.jar contains a colon; move the jar, or omit"
                        + " --clock cpu",
                refused(Map.of("clock", "cpu")));
        assertEquals(
                "variant: x: classpath: is not possible: the path /a:b/x.jar contains a colon; move the jar, or omit the"
                        + " variant",
                refused(Map.of("variant", "x=classpath:/l.jar")));
        Jar.requireClassPath(BenchOptions.parse(Map.of("clock", "wall"), Profile.OWN, 1), COLON);
    }

    @Test
    void aCampaignThatIsStoppedEarlyNamesTheResultsThatAreKept(@TempDir Path folder) throws IOException {
        BenchOptions options = BenchOptions.parse(Map.of("out", folder.toString()), Profile.OWN, 1);
        assertEquals(
                "stopped before the first fork; there are no results",
                Bench.stoppedBeforeTheFirstFork(options).getMessage());
        Files.writeString(folder.resolve("results.json"), "{}");
        assertEquals(
                "stopped before the first fork; the results in " + folder + " are unchanged",
                Bench.stoppedBeforeTheFirstFork(options).getMessage());
    }
}
