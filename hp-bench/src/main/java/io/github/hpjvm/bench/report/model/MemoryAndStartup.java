package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.host.WorkloadHeap;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Medians of memory and startup time as text; {@code unknown} if no run has a value. Cases with little data may have a
 * smaller heap, so the medians are those of the runs with the largest heap.
 */
public final class MemoryAndStartup {
    private final List<Run> runs;

    public MemoryAndStartup(List<Run> runs) {
        Bytes largest =
                runs.stream().map(MemoryAndStartup::heap).max(Bytes::compareTo).orElse(Bytes.ZERO);
        this.runs = runs.stream().filter(run -> heap(run).equals(largest)).toList();
    }

    private static Bytes heap(Run run) {
        return WorkloadHeap.of(run.job().subject().jvmArgs())
                .map(WorkloadHeap::max)
                .orElse(Bytes.ZERO);
    }

    /** Number of runs with the largest heap. */
    public int count() {
        return runs.size();
    }

    public String resident() {
        return median(Price::residentBytes, size -> Figures.mebibytes(size.value()));
    }

    public String pageTables() {
        return median(Price::pageTableBytes, size -> Figures.fineMebibytes(size.value()));
    }

    private String median(Function<Price, Optional<Bytes>> size, Function<Bytes, String> format) {
        List<Double> known = runs.stream()
                .flatMap(run -> size.apply(run.price()).stream())
                .map(it -> (double) it.value())
                .toList();
        return known.isEmpty() ? Findings.UNKNOWN : format.apply(Bytes.of(Math.round(Figures.median(known))));
    }

    /** Time from the start of the process until it was ready. */
    public String start() {
        List<Double> known = runs.stream()
                .filter(run -> run.price().startMillis().isPresent())
                .map(run -> (double) run.price().startMillis().getAsLong())
                .toList();
        return known.isEmpty() ? Findings.UNKNOWN : String.format(Locale.ROOT, "%.2f s", Figures.median(known) / 1000);
    }
}
