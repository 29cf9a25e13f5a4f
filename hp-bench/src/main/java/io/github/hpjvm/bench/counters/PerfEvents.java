package io.github.hpjvm.bench.counters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that {@code perf stat} could count, parsed from its output with {@code -x,} (perf-stat(1), "CSV FORMAT":
 * value, unit, event, and more; the value of an event that does not exist is {@code <not supported>}).
 *
 * @param counted by event name, in the order printed
 */
public record PerfEvents(Map<String, Boolean> counted) {
    /** Events of the CPU that describe its TLB; without cycles none of them is useful. */
    public static final List<String> HARDWARE = List.of(
            "cycles",
            "instructions",
            "dTLB-loads",
            "dTLB-load-misses",
            "dTLB-stores",
            "dTLB-store-misses",
            "iTLB-loads",
            "iTLB-load-misses");

    /** Events of the kernel, countable without a PMU. */
    public static final List<String> SOFTWARE =
            List.of("page-faults", "minor-faults", "major-faults", "context-switches", "task-clock");

    private static final int EVENT = 2;

    public PerfEvents {
        counted = Collections.unmodifiableMap(new LinkedHashMap<>(counted));
    }

    /** Parses the output; ignores lines without an event, such as the header that {@code -o} writes. */
    public static PerfEvents parse(String csv) {
        Map<String, Boolean> counted = new LinkedHashMap<>();
        CoreKinds kinds = new CoreKinds();
        csv.lines().forEach(line -> {
            String[] columns = line.split(",", -1);
            if (columns.length > EVENT && !columns[EVENT].isBlank() && !line.startsWith("#")) {
                kinds.add(columns[EVENT].strip(), columns[0]);
                counted.merge(plain(columns[EVENT].strip()), !columns[0].strip().startsWith("<"), Boolean::logicalOr);
            }
        });
        counted.replaceAll((event, any) -> any && !kinds.isPartial(event));
        return new PerfEvents(counted);
    }

    /** Removes a modifier as in {@code cycles:u}, and the PMU prefix of CPUs with two kinds of cores. */
    static String plain(String event) {
        String[] parts = event.split("/");
        String name = parts.length > 1 ? parts[1] : event;
        int modifier = name.indexOf(':');
        return modifier > 0 ? name.substring(0, modifier) : name;
    }

    /** Returns whether an event was counted. */
    public boolean counts(String event) {
        return counted.getOrDefault(event, false);
    }

    /** Returns whether the CPU's own counters work. */
    public boolean hardware() {
        return counts("cycles");
    }

    /** Returns whether the kernel's own events can be counted. */
    public boolean software() {
        return SOFTWARE.stream().anyMatch(this::counts);
    }

    /** The events of the list that can be counted. */
    public List<String> among(List<String> events) {
        return events.stream().filter(this::counts).toList();
    }
}
