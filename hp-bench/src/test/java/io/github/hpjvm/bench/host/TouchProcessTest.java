package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TouchProcessTest {
    private static final long MIB = 1 << 20;

    @Test
    void touchesMemoryAndEndsOnClose() throws IOException {
        Set<Long> before = children();
        try (TouchProcess process = TouchProcess.start()) {
            process.warm(8 * MIB);
            process.fragment(16 * MIB, 50, 2 * MIB);
            process.fragment(8 * MIB, 100, 2 * MIB);
            process.warm(3 * MIB);
            assertEquals(1, childrenSince(before).size());
        }
        assertEquals(Set.of(), childrenSince(before));
    }

    /** Children that were not there before. A child of an earlier test may end meanwhile. */
    private static Set<Long> childrenSince(Set<Long> before) {
        Set<Long> now = new HashSet<>(children());
        now.removeAll(before);
        return now;
    }

    @Test
    void reportsMemoryThatCannotBeAllocatedAndContinues() throws IOException {
        try (TouchProcess process = TouchProcess.start()) {
            String why = assertThrows(IOException.class, () -> process.warm(1L << 60))
                    .getMessage();
            assertTrue(why.startsWith("memory could not be allocated: warm"), why);
            process.warm(MIB);
        }
    }

    @Test
    void reportsAnEndedProcess() throws IOException {
        TouchProcess process = TouchProcess.start();
        process.close();
        assertThrows(IOException.class, () -> process.warm(MIB));
        process.close();
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
