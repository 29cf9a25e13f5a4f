package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The controllers in {@code /proc/cgroups}. Kernels since 6.12 leave out cpuset and memory if they were built without
 * {@code CONFIG_CPUSETS_V1} and {@code CONFIG_MEMCG_V1} (proc_cgroupstats_show in {@code kernel/cgroup/cgroup-v1.c}).
 *
 * @param enabled whether each is enabled, by name
 */
public record CgroupControllers(Map<String, Boolean> enabled) {
    private static final int LONGEST = 64;

    public CgroupControllers {
        Map<String, Boolean> clean = new TreeMap<>();
        enabled.forEach((name, value) -> clean.put(Visible.name(name, LONGEST), value));
        enabled = Collections.unmodifiableMap(clean);
    }

    /** Returns whether that controller is in the file and enabled. */
    public boolean has(String controller) {
        return enabled.getOrDefault(controller, false);
    }
}
