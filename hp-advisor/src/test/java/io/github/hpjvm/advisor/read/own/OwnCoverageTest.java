package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.own.OwnCoverage.Marks;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** In a PID namespace with the /proc of its parent, the number of getpid(2) is that of another process. */
    @Test
    void readsItselfInTheProcOfAnotherNamespace(@TempDir Path proc) throws IOException {
        assumeTrue(Files.exists(PROC.resolve("self/smaps")), "no smaps");
        Files.createSymbolicLink(proc.resolve("4711"), PROC.resolve("self"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of("4711"));
        Path other = Files.createDirectory(
                proc.resolve(String.valueOf(ProcessHandle.current().pid())));
        for (String name : List.of("maps", "smaps")) {
            Files.writeString(other.resolve(name), "");
        }
        Roots roots = new Roots(proc, Path.of("/sys"), Path.of("/"));
        OwnVm own = OwnVm.read(proc, System::getProperty);
        Marks marks = new OwnCoverage(roots, own, 256, 60_000).marks(status()).orElseThrow();
        assertEquals(coverage(60_000).marks(status()).orElseThrow().advised(), marks.advised());
        assertEquals(4711, OwnPid.in(proc));
        assertEquals(0, OwnPid.in(proc.resolve("none")), "no process");
    }

    @Test
    void readsNoMarksWithoutABudget() {
        assertEquals(Optional.empty(), coverage(-1).marks(status()));
    }
}
