package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedProcessesTest {
    /** The handle of a process that has ended, while another one has its number. */
    private static ProcessHandle ended(long pid) {
        return (ProcessHandle) Proxy.newProxyInstance(
                ProcessHandle.class.getClassLoader(),
                new Class<?>[] {ProcessHandle.class},
                (proxy, method, arguments) -> method.getName().equals("pid") ? pid : false);
    }

    @Test
    void aChildOfAProcessWithAReusedNumberIsNotStartedByTheCommand() throws IOException {
        StartedProcesses tree = new StartedProcesses();
        tree.add(ended(ProcessHandle.current().pid()));
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            assertEquals(List.of(), tree.running());
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aProcessWithAReusedNumberMayBeStartedByTheCommand() throws IOException {
        StartedProcesses tree = new StartedProcesses();
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        tree.mark(builder.environment());
        Process own = builder.start();
        try {
            tree.add(ended(own.pid()));
            assertEquals(List.of(own.toHandle()), tree.running());
        } finally {
            own.destroyForcibly();
        }
    }
}
