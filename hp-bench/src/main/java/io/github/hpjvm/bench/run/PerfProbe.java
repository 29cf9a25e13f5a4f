package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.bench.counters.CpuModel;
import io.github.hpjvm.bench.counters.Event;
import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.counters.PerfList;
import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Tests which events perf can count on this host. */
public final class PerfProbe {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String CYCLES = "cycles";

    /**
     * Compute Engine: "PMU overview" in its documentation; the type ARCHITECTURAL has no events of the TLB. EC2:
     * virtual sizes have at most the architectural events, none of the TLB among them. QEMU: docs/system/i386/cpu,
     * property pmu.
     */
    private static final String NO_PMU =
            "no PMU: perf reports <not supported> for cycles and TLB events; to get one: KVM -cpu"
                    + " host,pmu=on; AWS a .metal size; GCP performanceMonitoringUnit=STANDARD (C4, C4A)";

    private PerfProbe() {}

    /** Runs {@code perf stat} on {@code true}; never fails, but returns the reason why there are no counters. */
    public static PerfSetup probe() {
        return probe(binary(), cpu(), event -> !event.isByCode());
    }

    /** The same, with events that perf counts by their code. JMH's profilers take names only. */
    public static PerfSetup probeWithCodes() {
        return probe(binary(), cpu(), event -> true);
    }

    private static Optional<CpuModel> cpu() {
        return TextFile.read(Path.of("/proc/cpuinfo")).known().flatMap(CpuModel::parse);
    }

    /** The perf that is run: the variable JMH_PERF, as JMH has it, or {@code perf} on the path. */
    public static String binary() {
        return Optional.ofNullable(System.getenv("JMH_PERF")).orElse("perf");
    }

    /**
     * Probes a given perf.
     *
     * @param cpu the CPU of this host; empty if unknown
     * @param wanted events that may be counted
     */
    static PerfSetup probe(String perf, Optional<CpuModel> cpu, Predicate<Event> wanted) {
        Optional<String> version;
        try {
            Command.Output output = Command.run(List.of(perf, "--version"), Patience.with(LIMIT));
            version = Optional.of(output.out().strip()).filter(text -> text.startsWith("perf"));
            if (version.isEmpty()) {
                // On Ubuntu, perf is a script that looks for the perf of the running kernel.
                return nothing("perf cannot be run (" + firstLine(output.out() + output.err())
                        + "); on Ubuntu: apt-get install linux-tools-$(uname -r)");
            }
        } catch (IOException e) {
            return nothing("perf cannot be run (" + e.getMessage() + "); on Debian: apt-get install linux-perf");
        }
        List<String> events = new ArrayList<>(PerfEvents.HARDWARE);
        events.addAll(PerfEvents.SOFTWARE);
        try {
            Command.Output output = Command.run(
                    List.of(perf, "stat", "-x,", "-e", String.join(",", events), "true"), Patience.with(LIMIT));
            return setup(perf, cpu, wanted, version, PerfEvents.parse(output.err()), output.err());
        } catch (IOException e) {
            return nothing("perf stat cannot be run: " + e.getMessage());
        }
    }

    private static PerfSetup setup(
            String perf,
            Optional<CpuModel> cpu,
            Predicate<Event> wanted,
            Optional<String> version,
            PerfEvents found,
            String output)
            throws IOException {
        if (found.hardware()) {
            return new PerfSetup(version, found, Optional.of(choice(perf, cpu, wanted)), Optional.empty());
        }
        if (found.counted().isEmpty()) {
            String paranoid = TextFile.read(Path.of("/proc/sys/kernel/perf_event_paranoid"))
                    .known()
                    .map(text -> "kernel.perf_event_paranoid is " + text.strip() + "; ")
                    .orElse("");
            return new PerfSetup(
                    version,
                    found,
                    Optional.empty(),
                    Optional.of("perf is not permitted to count here (" + paranoid + firstLine(output) + ")"));
        }
        return new PerfSetup(version, found, Optional.empty(), Optional.of(NO_PMU));
    }

    private static String firstLine(String output) {
        return output.lines().filter(line -> !line.isBlank()).findFirst().orElse("it printed nothing");
    }

    /** Tests each event by itself: with many events on few counters, a short program leaves some uncounted. */
    private static EventChoice choice(String perf, Optional<CpuModel> cpu, Predicate<Event> wanted) throws IOException {
        PerfList listed = PerfList.parse(Command.run(List.of(perf, "list", "--no-desc"), Patience.with(LIMIT))
                .out());
        return EventChoice.of(cpu, listed, wanted.and(event -> counts(perf, event)));
    }

    /** Beside cycles, which each kind of core has: an event that one kind lacks is then known. */
    private static boolean counts(String perf, Event event) {
        String events = event.name().equals(CYCLES) ? CYCLES : CYCLES + "," + event.spec();
        try {
            return PerfEvents.parse(
                            Command.run(List.of(perf, "stat", "-x,", "-e", events, "true"), Patience.with(LIMIT))
                                    .err())
                    .counts(event.name());
        } catch (IOException e) {
            return false;
        }
    }

    private static PerfSetup nothing(String why) {
        return new PerfSetup(Optional.empty(), new PerfEvents(Map.of()), Optional.empty(), Optional.of(why));
    }
}
