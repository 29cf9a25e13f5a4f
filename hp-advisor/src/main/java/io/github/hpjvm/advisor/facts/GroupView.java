package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.Objects;
import java.util.Optional;

/**
 * The control groups that a process sees in its own mount namespace ({@code /proc/PID/mountinfo}; cgroup_namespaces(7)).
 * The kernel applies the limits of all groups, but HotSpot sizes heap and collector by the files that it sees ({@code
 * src/hotspot/os/linux/cgroupSubsystem_linux.cpp}).
 *
 * @param complete whether the hierarchies of all controllers that HotSpot requires are mounted: cpu, cpuset and memory,
 *     on version 1 also cpuacct. HotSpot applies no limit if one is missing
 * @param memory topmost visible group of the memory controller; empty if none is visible
 * @param quota smallest quota of the visible groups, in thousandths of a processor; empty if they have none
 */
public record GroupView(boolean complete, Optional<String> memory, Optional<Long> quota) {
    private static final int LONGEST = 4096;

    public GroupView {
        memory = memory.map(path -> Visible.name(path, LONGEST));
        Objects.requireNonNull(quota, "quota");
    }

    /** Returns whether the group of that path is visible in the memory controller. */
    public boolean showsMemory(String path) {
        return memory.filter(top -> top.equals("/") || path.equals(top) || path.startsWith(top + "/"))
                .isPresent();
    }
}
