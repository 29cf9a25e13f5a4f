package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.run.host.IdleMemory;
import io.github.hpjvm.os.proc.ProcStat;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads the host's counters before and after a fork, and returns the difference. */
public final class DisturbanceProbe {
    private static final Path PROC = Path.of("/proc");

    private final Reading before = Reading.now();
    private final OptionalDouble load;
    private final OptionalDouble megahertz;
    private final Optional<Fragmentation.Share> free;
    private final IdleMemory idle;

    private DisturbanceProbe() {
        load = text("loadavg").map(HostCounters::load).orElse(OptionalDouble.empty());
        megahertz = text("cpuinfo").map(HostCounters::megahertz).orElse(OptionalDouble.empty());
        free = HostReader.freeMemory();
        idle = IdleMemory.start();
    }

    /** Reads the counters; to be called right before a fork starts. */
    public static DisturbanceProbe start() {
        return new DisturbanceProbe();
    }

    /** Reads them again; to be called after the fork has ended and was waited for. */
    public Disturbance end() {
        return end(0);
    }

    /**
     * As {@link #end()}.
     *
     * @param unwaitedMillis CPU time of the fork's processes that this process has not waited for
     */
    public Disturbance end(long unwaitedMillis) {
        Reading after = Reading.now();
        return new Disturbance(
                both(before.cpu, after.cpu)
                        .map(cpu -> cpu.after.stealPercentSince(cpu.before))
                        .orElse(OptionalDouble.empty()),
                others(after, unwaitedMillis),
                share(before.cpuStalled, after.cpuStalled, after),
                share(before.memoryStalled, after.memoryStalled, after),
                load,
                megahertz,
                free.map(it -> OptionalLong.of(it.hugePages())).orElse(OptionalLong.empty()),
                free.map(it -> OptionalDouble.of(it.unusable())).orElse(OptionalDouble.empty()),
                idle.slowReadsPercent(),
                HostCounters.grown(before.vmstat, after.vmstat));
    }

    private OptionalDouble others(Reading after, long unwaitedMillis) {
        if (before.own.isEmpty() || after.own.isEmpty()) {
            return OptionalDouble.empty();
        }
        long own = after.own.get() - before.own.get() + unwaitedMillis / ProcStat.MILLIS_PER_TICK;
        return both(before.cpu, after.cpu)
                .map(cpu -> cpu.after.othersPercentSince(cpu.before, own))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble share(Optional<Long> from, Optional<Long> to, Reading after) {
        double micros = (after.nanoTime - before.nanoTime) / 1000.0;
        return both(from, to)
                .filter(stalled -> micros > 0 && stalled.after >= stalled.before)
                .map(stalled -> OptionalDouble.of(Math.min(100, 100 * (stalled.after - stalled.before) / micros)))
                .orElse(OptionalDouble.empty());
    }

    private record Pair<T>(T before, T after) {}

    private static <T> Optional<Pair<T>> both(Optional<T> before, Optional<T> after) {
        return before.flatMap(b -> after.map(a -> new Pair<>(b, a)));
    }

    private static Optional<String> text(String file) {
        return TextFile.read(PROC.resolve(file)).known();
    }

    private record Reading(
            long nanoTime,
            Optional<CpuTimes> cpu,
            Optional<Long> own,
            Optional<Long> cpuStalled,
            Optional<Long> memoryStalled,
            Map<String, Long> vmstat) {
        static Reading now() {
            return new Reading(
                    System.nanoTime(),
                    CpuTimes.now(PROC),
                    text("self/stat").flatMap(HostCounters::ownTicks),
                    text("pressure/cpu").flatMap(HostCounters::stalledMicros),
                    text("pressure/memory").flatMap(HostCounters::stalledMicros),
                    text("vmstat").map(HostCounters::vmstat).orElse(Map.of()));
        }
    }
}
