package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.own.OwnCoverage.Marks;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The JVM that runs the tests. */
class OwnCoverageTest {
    private static final Path PROC = Path.of("/proc");

    private static OwnCoverage coverage(long budgetMillis) {
        return new OwnCoverage(Roots.host(), OwnVm.read(PROC, System::getProperty), 256, budgetMillis);
    }

    private static Fact<ProcStatus> status() {
        return StatusFile.read(PROC, ProcessHandle.current().pid());
    }

    @Test
    void readsTheMarksOfTheHeapOnce() {
        assumeTrue(Files.exists(PROC.resolve("self/smaps")), "no smaps");
        OwnCoverage own = coverage(60_000);
        Marks marks = own.marks(status()).orElseThrow();
        Bytes most = Bytes.of(Runtime.getRuntime().maxMemory()).times(2);
        assertTrue(marks.advised().compareTo(most) <= 0, marks::toString);
        assertTrue(marks.eligible().orElse(Bytes.ZERO).compareTo(most) <= 0, marks::toString);
        assertSame(marks, own.marks(status()).orElseThrow());
    }

    @Test
    void readsNoMarksWithoutABudget() {
        assertEquals(Optional.empty(), coverage(-1).marks(status()));
    }
}
