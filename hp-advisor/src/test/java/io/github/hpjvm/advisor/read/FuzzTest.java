package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.fuzz.FuzzRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The readers and any input: an exception that is documented, messages that are safe to show, and no long wait. */
class FuzzTest {
    private static final List<FuzzedReaders> TARGETS = List.of(FuzzedReaders.values());

    @TestFactory
    Stream<DynamicTest> parsesSeedsAndKeptInputs() {
        return FuzzRun.keptInputs(TARGETS);
    }

    @Test
    void survivesTheFuzzer() throws Exception {
        FuzzRun.fuzz(FuzzedReaders.class, TARGETS);
    }
}
