package io.github.hpjvm.bench.report;

import io.github.hpjvm.advisor.fuzz.FuzzRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that parsers of hp-bench return a result or a message in short time for any input. */
class FuzzTest {
    private static final List<FuzzedReports> TARGETS = List.of(FuzzedReports.values());

    @TestFactory
    Stream<DynamicTest> parsesSeedsAndKeptInputs() {
        return FuzzRun.keptInputs(TARGETS);
    }

    @Test
    void survivesTheFuzzer() throws Exception {
        FuzzRun.fuzz(FuzzedReports.class, TARGETS);
    }
}
