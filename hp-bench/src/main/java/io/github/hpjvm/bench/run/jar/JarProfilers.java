package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.PerfSetup;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * Profilers of JMH that perf must support here: with one that cannot run, each fork of a campaign would end with the same
 * error ("No supported events." of LinuxPerfNormProfiler; perf c2c record of LinuxPerfC2CProfiler).
 */
final class JarProfilers {
    private static final String EVENTS = "events=";

    /** Options that choose events: the user's own, or those of perf stat. */
    private static final List<String> OWN = List.of(EVENTS, "useDefaultStat=true");

    /** A profiler that counts or samples with events of the CPU, and its options that do without; empty if there are none. */
    private record OfCpu(String name, String type, String without) {}

    private static final List<OfCpu> OF_CPU = List.of(
            new OfCpu("perfnorm", "LinuxPerfNormProfiler", EVENTS + "task-clock,page-faults,context-switches"),
            new OfCpu("perfc2c", "LinuxPerfC2CProfiler", ""));

    /** These run perf, and also count or sample without a PMU. */
    private static final List<OfCpu> OF_PERF =
            List.of(new OfCpu("perf", "LinuxPerfProfiler", ""), new OfCpu("perfasm", "LinuxPerfAsmProfiler", ""));

    private JarProfilers() {}

    /**
     * Returns why the first of these profilers that cannot run cannot run, as part of a sentence; empty if all can.
     *
     * @param perf asked only if a profiler needs perf
     */
    static Optional<String> refusal(List<ProfilerConfig> profilers, Supplier<PerfSetup> perf) {
        for (ProfilerConfig profiler : profilers) {
            Optional<OfCpu> ofCpu =
                    OF_CPU.stream().filter(one -> isNamed(profiler, one)).findFirst();
            if (ofCpu.isEmpty() && OF_PERF.stream().noneMatch(one -> isNamed(profiler, one))) {
                continue;
            }
            PerfSetup setup = perf.get();
            if (setup.version().isEmpty()) {
                return refused(profiler, setup, "");
            }
            String options = profiler.getOpts() == null ? "" : profiler.getOpts();
            boolean named = OWN.stream().anyMatch(options::contains);
            if (ofCpu.isPresent() && !named && !setup.events().hardware()) {
                return refused(
                        profiler, setup, setup.events().software() ? ofCpu.get().without() : "");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> refused(ProfilerConfig profiler, PerfSetup setup, String without) {
        return Optional.of("-prof " + profiler.getKlass() + " cannot run here: "
                + setup.unavailable().orElse("perf counts nothing")
                + (without.isEmpty() ? "" : ". Without CPU counters: -prof " + profiler.getKlass() + ":" + without));
    }

    private static boolean isNamed(ProfilerConfig profiler, OfCpu one) {
        return profiler.getKlass().equals(one.name()) || profiler.getKlass().endsWith("." + one.type());
    }
}
