package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Describes the state of free memory before the timed forks. The time from start to ready depends on it. */
public final class MemoryText {
    private MemoryText() {}

    public static String of(Findings findings) {
        String fork = findings.runWord();
        Map<MemoryMode, List<Run>> modes = findings.results().runs().stream()
                .filter(run -> run.job().profiler().isEmpty() && run.status() != RunStatus.NOT_STARTED)
                .collect(Collectors.groupingBy(Run::memory, TreeMap::new, Collectors.toList()));
        return modes.entrySet().stream()
                .map(mode -> text(mode.getKey(), mode.getValue(), fork)
                        + (modes.size() == 1
                                ? ""
                                : " (" + PlanText.counted(mode.getValue().size(), fork) + ")"))
                .collect(Collectors.joining("; "));
    }

    private static String text(MemoryMode mode, List<Run> runs, String fork) {
        return switch (mode) {
            case WARM -> "warm: before each " + fork + ", memory of the heap's size is touched and freed";
            case FRAGMENTED ->
                "warm, and before each " + fork + " " + unusable(runs)
                        + " of free memory is in blocks smaller than a huge page";
            case AS_FOUND ->
                runs.stream().allMatch(run -> run.timing().interleave() == Interleave.SLICES)
                        ? "not prepared: forks that take turns touch their heaps before the first turn"
                        : "not prepared: memory that the hypervisor reclaimed is slow at first touch";
        };
    }

    /** The median of the kernel's fragmentation index: {@code 96.0 % (median)}. */
    private static String unusable(List<Run> runs) {
        double median = Figures.median(runs.stream()
                .map(run -> run.disturbance().unusableFreeIndex())
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
        return Double.isNaN(median) ? "an unknown share" : Figures.percent(median) + " (median)";
    }
}
