package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PriorityTest {
    /** Field 19 of /proc/PID/stat (proc_pid_stat(5)), counted after the name, which may contain blanks. */
    private static int nice(String stat) {
        String afterName = stat.substring(stat.lastIndexOf(')') + 2);
        return Integer.parseInt(afterName.split(" ")[16]);
    }

    @Test
    void raisesThisThreadAndItsChildren() throws Exception {
        int before = nice(Files.readString(Path.of("/proc/thread-self/stat")));
        try (Priority raised = Priority.raise()) {
            int now = nice(Files.readString(Path.of("/proc/thread-self/stat")));
            assertEquals(now, raised.nice());
            assertTrue(now == before || now == -10, "nice " + before + ", then " + now);
            var threads = Executors.newSingleThreadExecutor();
            String child = threads.submit(() -> {
                        Process process = new ProcessBuilder(List.of("cat", "/proc/self/stat")).start();
                        return new String(process.getInputStream().readAllBytes());
                    })
                    .get(20, TimeUnit.SECONDS);
            threads.shutdown();
            assertEquals(now, nice(child));
        }
        assertEquals(before, nice(Files.readString(Path.of("/proc/thread-self/stat"))));
    }
}
