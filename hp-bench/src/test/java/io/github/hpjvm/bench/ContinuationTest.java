package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContinuationTest {
    @TempDir
    private Path folder;

    private Map<String, String> complete(Map<String, String> more) throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [],
                 "options": {"seed": "7", "metric": "tps = ([0-9.]+)", "better": "higher",
                             "gate": ".*:thp<=0.95", "export-junit": "gates.xml", "check-alone": "true",
                             "rounds": "6", "provision": "true"}}
                """);
        Map<String, String> given = new HashMap<>(more);
        given.put("continue", folder.toString());
        return Continuation.complete(given);
    }

    /** The runs of the first campaign are a throughput: without its metric they would count as seconds. */
    @Test
    void aMetricOfTryIsThatOfTheFirstCampaign() throws IOException {
        Map<String, String> all = complete(Map.of());
        assertEquals("tps = ([0-9.]+)", all.get("metric"));
        assertEquals("higher", all.get("better"));
        assertEquals("7", all.get("seed"));
        assertTrue(!all.containsKey("load"), all.toString());
    }

    /** Without its gate, the build of an interrupted campaign would pass. */
    @Test
    void gatesAndExportsApplyAgain() throws IOException {
        Map<String, String> all = complete(Map.of("export-junit", "", "provision", ""));
        assertEquals(".*:thp<=0.95", all.get("gate"));
        assertEquals("gates.xml", all.get("export-junit"));
        assertEquals("true", all.get("check-alone"));
        assertTrue(!all.containsKey("export-csv") && !all.containsKey("rounds"), all.toString());
        assertEquals("", all.get("provision"), "each campaign asks for changes of the host");
        assertEquals(".*:thp<=1", complete(Map.of("gate", ".*:thp<=1")).get("gate"));
    }

    @Test
    void anotherMetricIsRefused() {
        String message = assertThrows(UsageException.class, () -> complete(Map.of("better", "lower")))
                .getMessage();
        assertTrue(
                message.startsWith("better: the campaign in ") && message.endsWith("not 'lower'; leave it out"),
                message);
        assertThrows(UsageException.class, () -> complete(Map.of("until", "ready")));
    }
}
