package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The children of each process, by field 4 of {@code /proc/PID/stat}. */
public final class ProcessTree {
    /** PID_MAX_LIMIT of {@code include/linux/threads.h}, and some names that are no processes. */
    private static final int MOST = (1 << 22) + 1000;

    private final Map<Long, List<Long>> children;

    private ProcessTree(Map<Long, List<Long>> children) {
        this.children = children;
    }

    /** Reads all processes. A process that ends meanwhile is left out. */
    public static ProcessTree read(Path procRoot) {
        Map<Long, List<Long>> children = new HashMap<>();
        for (String name : Folder.names(procRoot, MOST).known().orElse(List.of())) {
            if (Words.isNumber(name, 10)) {
                long pid = Long.parseLong(name);
                ProcessStat.parent(procRoot, pid)
                        .known()
                        .ifPresent(parent -> children.computeIfAbsent(parent, key -> new ArrayList<>())
                                .add(pid));
            }
        }
        return new ProcessTree(children);
    }

    /** The process and all its descendants, the process first, then by number. */
    public List<Long> under(long pid) {
        Set<Long> found = new LinkedHashSet<>();
        found.add(pid);
        List<Long> level = List.of(pid);
        while (!level.isEmpty()) {
            List<Long> next = new ArrayList<>();
            for (long parent : level) {
                for (long child : children.getOrDefault(parent, List.of())) {
                    if (found.add(child)) {
                        next.add(child);
                    }
                }
            }
            level = next;
        }
        List<Long> descendants = new ArrayList<>(found);
        descendants.remove(Long.valueOf(pid));
        descendants.sort(Long::compare);
        descendants.add(0, pid);
        return List.copyOf(descendants);
    }
}
