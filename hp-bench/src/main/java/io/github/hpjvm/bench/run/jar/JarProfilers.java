package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.PerfSetup;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * Profilers of JMH that need care. Some write files into a folder. Others need perf: with one that cannot run, each fork
 * of a campaign would end with the same error ("No supported events." of LinuxPerfNormProfiler; perf c2c record of
 * LinuxPerfC2CProfiler).
 */
final class JarProfilers {
    private static final String EVENTS = "events=";

    /** Options that choose events: the user's own, or those of perf stat. */
    private static final List<String> OWN = List.of(EVENTS, "useDefaultStat=true");

    /** A profiler, and its options that do without events of the CPU; empty if there are none. */
    private record Known(String name, String type, String without) {}

    private static final List<Known> OF_CPU = List.of(
            new Known("perfnorm", "LinuxPerfNormProfiler", EVENTS + "task-clock,page-faults,context-switches"),
            new Known("perfc2c", "LinuxPerfC2CProfiler", ""));

    /** These run perf, and also count or sample without a PMU. */
    private static final List<Known> OF_PERF =
            List.of(new Known("perf", "LinuxPerfProfiler", ""), new Known("perfasm", "LinuxPerfAsmProfiler", ""));

    /** These write files to {@code dir/BENCHMARK}, by default in the working directory: the same files for all variants. */
    private static final List<Known> WITH_FILES =
            List.of(new Known("jfr", "JavaFlightRecorderProfiler", ""), new Known("async", "AsyncProfiler", ""));

    private JarProfilers() {}

    /** The options of a profiler, separated by semicolons; empty if there are none. */
    static String options(ProfilerConfig profiler) {
        return profiler.getOpts() == null ? "" : profiler.getOpts();
    }

    /** The options of a profiler; one that writes files gets the folder for them, unless the user names one. */
    static String optionsWithFolder(ProfilerConfig profiler, Path folder) {
        String options = options(profiler);
        boolean named =
                Arrays.stream(options.split(";")).anyMatch(it -> it.trim().startsWith("dir="));
        if (named || WITH_FILES.stream().noneMatch(one -> isNamed(profiler, one))) {
            return options;
        }
        return options + (options.isEmpty() || options.endsWith(";") ? "" : ";") + "dir=" + folder;
    }

    /**
     * Returns why the first of these profilers that cannot run cannot run, as part of a sentence; empty if all can.
     *
     * @param perf asked only if a profiler needs perf
     */
    static Optional<String> refusal(List<ProfilerConfig> profilers, Supplier<PerfSetup> perf) {
        for (ProfilerConfig profiler : profilers) {
            Optional<Known> ofCpu =
                    OF_CPU.stream().filter(one -> isNamed(profiler, one)).findFirst();
            if (ofCpu.isEmpty() && OF_PERF.stream().noneMatch(one -> isNamed(profiler, one))) {
                continue;
            }
            PerfSetup setup = perf.get();
            if (setup.version().isEmpty()) {
                return refused(profiler, setup, "");
            }
            String options = options(profiler);
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

    private static boolean isNamed(ProfilerConfig profiler, Known one) {
        return profiler.getKlass().equals(one.name()) || profiler.getKlass().endsWith("." + one.type());
    }
}
