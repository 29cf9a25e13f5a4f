package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarTest {
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
