package io.github.hpjvm.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** Measures the CPU time that the hypervisor takes during a second. */
public final class StealProbe {
    private static final Path PROC = Path.of("/proc");
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private StealProbe() {}

    /** Steal in per cent of all CPU time; empty if /proc/stat does not contain it. */
    public static OptionalDouble percent() {
        Optional<CpuTimes> before = CpuTimes.now(PROC);
        long end = System.nanoTime() + WINDOW.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return before.flatMap(start -> CpuTimes.now(PROC).map(now -> now.stealPercentSince(start)))
                .orElse(OptionalDouble.empty());
    }
}
