package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.read.file.TextFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One program that is started, and the processes that it starts. A variable in their environment identifies them.
 * Children inherit it, also after the program has ended.
 */
final class ChildProcesses {
    private static final String VARIABLE = "HP_ASKED";
    private static final int MOST_SWEEPS = 20;

    private final String mark =
            VARIABLE + "=" + ProcessHandle.current().pid() + "-" + Long.toString(System.nanoTime(), 36);

    /**
     * Creates the mark.
     *
     * @param environment of the program that is about to start
     */
    ChildProcesses(Map<String, String> environment) {
        environment.put(VARIABLE, mark.substring(VARIABLE.length() + 1));
    }

    /** Ends the running child processes, and the processes that they start meanwhile. */
    void end() {
        for (int i = 0; i < MOST_SWEEPS; i++) {
            List<ProcessHandle> running =
                    ProcessHandle.allProcesses().filter(this::isOurs).toList();
            if (running.isEmpty()) {
                return;
            }
            running.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private boolean isOurs(ProcessHandle process) {
        return TextFile.bytes(Path.of("/proc", Long.toString(process.pid()), "environ"), TextFile.LIMIT)
                .known()
                .map(bytes -> "\0" + new String(bytes, StandardCharsets.ISO_8859_1))
                .filter(text -> text.contains("\0" + mark + "\0"))
                .isPresent();
    }
}
