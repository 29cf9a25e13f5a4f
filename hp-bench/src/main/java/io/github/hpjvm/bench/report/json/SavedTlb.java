package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.counters.TlbFigures;
import java.util.Optional;

/**
 * A saved measurement of {@code hp-cli tlb}.
 *
 * @param name name of the file
 * @param time start of the measurement as the file has it
 * @param cpu name of the CPU
 * @param pid the process; empty for all processes
 * @param summary figures of all intervals together
 */
public record SavedTlb(
        String name, Optional<String> time, Optional<String> cpu, Optional<Long> pid, TlbFigures summary) {}
