package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HugePagesTest {
    private static final long NO_PROCESS = 1L << 40;

    @Test
    void advisesOnAProcess() {
        assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "no procfs");
        long own = ProcessHandle.current().pid();
        ProcessAdvice advice = HugePages.advise(own);
        assertEquals(own, advice.pid());
        assertTrue(advice.outcomes().stream().anyMatch(outcome -> outcome.rule().startsWith("HP-")), advice::toString);
        assertEquals(
                List.of(),
                advice.unknowns().stream()
                        .filter(one -> one.fact().equals("arguments"))
                        .toList());
    }

    @Test
    void knowsNothingOfAProcessThatDoesNotExist() {
        ProcessAdvice advice = HugePages.advise(NO_PROCESS);
        assertEquals(List.of(), advice.findings());
        assertEquals(List.of(), advice.plan());
        assertTrue(advice.unknowns().stream().anyMatch(one -> one.reason() == Reason.VANISHED), advice::toString);
    }
}
