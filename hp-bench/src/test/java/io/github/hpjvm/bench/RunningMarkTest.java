package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningMarkTest {
    @TempDir
    private Path temp;

    @Test
    void theFileExistsUntilTheCampaignSucceeds() {
        Path file = temp.resolve("a/b/failed");
        RunningMark mark = RunningMark.set(temp.resolve("a/b"));
        assertTrue(Files.exists(file));
        mark.clear();
        assertFalse(Files.exists(file));
        mark.clear();
    }

    @Test
    void overwritesTheMarkOfAFailedRun() throws IOException {
        RunningMark.set(temp);
        RunningMark.set(temp).clear();
        assertFalse(Files.exists(temp.resolve("failed")));
    }
}
