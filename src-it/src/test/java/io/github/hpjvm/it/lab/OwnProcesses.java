package io.github.hpjvm.it.lab;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The processes that a test has started, and the trigger files that are left of them. */
public final class OwnProcesses {
    private final Set<Long> pids = new HashSet<>();

    /** Adds a JVM, and returns it. */
    public LiveJvm own(LiveJvm jvm) {
        pids.add(jvm.pid());
        return jvm;
    }

    /** Adds a process, and returns it. */
    public Program.Running own(Program.Running process) {
        pids.add(process.pid());
        return process;
    }

    /** Returns the trigger files that are left in a folder and in {@code /tmp}. */
    public List<Path> triggersLeft(Path folder) {
        return Triggers.left(folder, pids);
    }
}
