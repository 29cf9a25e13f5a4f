package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.read.TextFile;
import io.github.hpjvm.bench.counters.PerfEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out by trying which events perf can count here. */
public final class PerfProbe {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private PerfProbe() {}

    /** Runs {@code perf stat} on {@code true}; never fails, but says why there is nothing. */
    public static PerfSetup probe() {
        String perf = Optional.ofNullable(System.getenv("JMH_PERF")).orElse("perf");
        Optional<String> version;
        try {
            version = Optional.of(
                            Command.run(List.of(perf, "--version"), LIMIT).out().strip())
                    .filter(text -> text.startsWith("perf"));
        } catch (IOException e) {
            return nothing("perf cannot be run (" + e.getMessage() + "); on Debian: apt-get install linux-perf");
        }
        List<String> events = new ArrayList<>(PerfEvents.HARDWARE);
        events.addAll(PerfEvents.SOFTWARE);
        try {
            Command.Output output =
                    Command.run(List.of(perf, "stat", "-x,", "-e", String.join(",", events), "true"), LIMIT);
            return setup(version, PerfEvents.parse(output.err()), output.err());
        } catch (IOException e) {
            return nothing("perf stat cannot be run: " + e.getMessage());
        }
    }

    private static PerfSetup setup(Optional<String> version, PerfEvents found, String output) {
        if (found.hardware()) {
            return new PerfSetup(version, found, Optional.empty());
        }
        if (found.counted().isEmpty()) {
            String paranoid = TextFile.read(Path.of("/proc/sys/kernel/perf_event_paranoid"))
                    .known()
                    .map(text -> "kernel.perf_event_paranoid is " + text.strip() + "; ")
                    .orElse("");
            return new PerfSetup(
                    version,
                    found,
                    Optional.of("perf may not count here (" + paranoid
                            + output.lines()
                                    .filter(line -> !line.isBlank())
                                    .findFirst()
                                    .orElse("it printed nothing") + ")"));
        }
        return new PerfSetup(
                version,
                found,
                Optional.of(
                        "no PMU: perf says <not supported> of cycles and TLB events (a virtual machine's host must pass"
                                + " them through)"));
    }

    private static PerfSetup nothing(String why) {
        return new PerfSetup(Optional.empty(), new PerfEvents(Map.of()), Optional.of(why));
    }
}
