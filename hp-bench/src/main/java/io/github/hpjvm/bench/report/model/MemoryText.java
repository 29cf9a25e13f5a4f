package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.terminal.Figures;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The state of free memory before the timed forks. The time from start to ready depends on it. */
public final class MemoryText {
    private MemoryText() {}

    public static String of(Findings findings) {
        String fork = findings.runWord();
        Map<MemoryMode, List<Run>> modes = findings.results().runs().stream()
                .filter(run -> run.job().profiler().isEmpty() && run.status() != RunStatus.NOT_STARTED)
                .collect(Collectors.groupingBy(Run::memory, TreeMap::new, Collectors.toList()));
        return modes.entrySet().stream()
                .map(mode -> words(mode.getKey(), mode.getValue(), fork)
                        + (modes.size() == 1
                                ? ""
                                : " (" + PlanText.counted(mode.getValue().size(), fork) + ")"))
                .collect(Collectors.joining("; "));
    }

    private static String words(MemoryMode mode, List<Run> runs, String fork) {
        return switch (mode) {
            case WARM -> "warm: as much as the heap needs was touched and freed before each " + fork;
            case FRAGMENTED ->
                "warm, and " + unusable(runs) + " of the free memory in blocks smaller than a huge page, before each "
                        + fork;
            case AS_FOUND ->
                runs.stream().allMatch(run -> run.timing().interleave() == Interleave.SLICES)
                        ? "not prepared: forks that take turns touch their heaps before the first turn"
                        : "not prepared: memory that the hypervisor had taken back is slow at first touch";
        };
    }

    /** The median of the fragmentation index: {@code 96.0 % (median)}. */
    private static String unusable(List<Run> runs) {
        double median = Figures.median(runs.stream()
                .map(run -> run.disturbance().unusableFree())
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
        return Double.isNaN(median) ? "an unknown share" : Figures.percent(median) + " (median)";
    }
}
