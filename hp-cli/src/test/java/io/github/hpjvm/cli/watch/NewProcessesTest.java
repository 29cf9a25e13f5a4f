package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NewProcessesTest {
    private final Map<Long, String> programs = new HashMap<>(Map.of(7L, "100 7 (sh)", 8L, "100 8 (cron)"));
    private final NewProcesses processes = new NewProcesses(programs::get, 0);

    @Test
    void aNewProcessIsExaminedTwice() {
        assertTrue(processes.isDue(7));
        assertTrue(processes.isDue(7));
        assertFalse(processes.isDue(7));
        processes.retain(Set.of(8L), 1);
        assertTrue(processes.isDue(7), "the number of another process");
    }

    /** A server that restarts itself by execve. */
    @Test
    void aWatchedProcessThatRunsAnotherProgramIsExaminedAtOnce() {
        processes.isDue(7);
        processes.isDue(7);
        processes.forget(7);
        assertTrue(processes.isDue(7));
    }

    /** {@code sh -c 'wait-for-db; exec java ...'}: the same process, found within a minute. */
    @Test
    void aProcessThatRunsAnotherProgramIsExaminedAgain() {
        for (long pid : Set.of(7L, 8L)) {
            processes.isDue(pid);
            processes.isDue(pid);
        }
        programs.put(7L, "100 7 (java)");
        processes.retain(Set.of(7L, 8L), TimeUnit.SECONDS.toNanos(59));
        assertFalse(processes.isDue(7));
        processes.retain(Set.of(7L, 8L), TimeUnit.SECONDS.toNanos(60));
        assertTrue(processes.isDue(7));
        assertFalse(processes.isDue(8));
    }
}
