package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.run.PerfSetup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JarProfilersTest {
    private static final PerfSetup NO_PERF = new PerfSetup(
            Optional.empty(), new PerfEvents(Map.of()), Optional.empty(), Optional.of("perf cannot be run"));

    private static PerfSetup noPmu() {
        return new PerfSetup(
                Optional.of("perf version 6.1"),
                PerfEvents.parse(Texts.resource("perf/no-pmu.csv")),
                Optional.empty(),
                Optional.of("no PMU"));
    }

    private static Optional<String> refusal(PerfSetup perf, String... profilers) {
        List<String> words = new ArrayList<>();
        List.of(profilers).forEach(profiler -> words.addAll(List.of("-prof", profiler)));
        return JarProfilers.refusal(JmhOptions.parse(words).given().getProfilers(), () -> perf);
    }

    /** Without a folder, the profile of each variant replaces that of the one before. */
    @ParameterizedTest
    @CsvSource({
        "jfr, jfr:dir=/forks/one",
        "async, async:dir=/forks/one",
        "async:event=cpu;output=jfr, async:event=cpu;output=jfr;dir=/forks/one",
        "org.openjdk.jmh.profile.JavaFlightRecorderProfiler,"
                + "org.openjdk.jmh.profile.JavaFlightRecorderProfiler:dir=/forks/one",
        "org.openjdk.jmh.profile.AsyncProfiler:event=cpu;,"
                + "org.openjdk.jmh.profile.AsyncProfiler:event=cpu;dir=/forks/one",
        "jfr:configName=profile;dir=/own, jfr:configName=profile;dir=/own",
        "gc, gc",
        "perfnorm:events=task-clock, perfnorm:events=task-clock"
    })
    void aProfilerThatWritesFilesGetsAFolderForEachFork(String given, String passed) {
        assertEquals(
                List.of("-prof", passed),
                JmhOptions.parse(List.of("-prof", given)).profilers(Path.of("/forks/one")));
    }

    @Test
    void withoutCpuCountersPerfnormIsRefusedOnceWithAnAlternative() {
        assertEquals(
                Optional.of("-prof perfnorm cannot run here: no PMU. Without CPU counters:"
                        + " -prof perfnorm:events=task-clock,page-faults,context-switches"),
                refusal(noPmu(), "gc", "perfnorm"));
        assertTrue(refusal(noPmu(), "org.openjdk.jmh.profile.LinuxPerfNormProfiler")
                .isPresent());
        assertTrue(refusal(noPmu(), "perfc2c").orElseThrow().endsWith("no PMU"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gc", "stack", "perf", "perfasm", "perfnorm:events=task-clock", "perfnorm:useDefaultStat=true"})
    void whatRunsWithoutCpuCountersIsNotRefused(String profiler) {
        assertEquals(Optional.empty(), refusal(noPmu(), profiler));
    }

    @ParameterizedTest
    @ValueSource(strings = {"perf", "perfasm", "perfnorm:events=task-clock"})
    void withoutPerfAllThatNeedItAreRefused(String profiler) {
        assertTrue(refusal(NO_PERF, profiler).orElseThrow().endsWith("cannot run here: perf cannot be run"));
        assertEquals(Optional.empty(), refusal(NO_PERF, "gc"));
    }
}
