package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.jvm.WatchedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.CoverageChange;
import io.github.hpjvm.advisor.watch.HeapHistory;
import io.github.hpjvm.advisor.watch.Interval;
import io.github.hpjvm.advisor.watch.ProcessReading;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.cli.text.WatchedText.JvmText;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** One watched JVM: its latest regions, their history, and the choice of the next reading. */
final class WatchTarget implements AutoCloseable {
    /** Regions whose changes are alerts. The others grow and shrink with each thread and each malloc. */
    private static final Set<RegionName> JUDGED = EnumSet.of(RegionName.HEAP, RegionName.CODE, RegionName.GC);

    private static final int TRAIL = 600;
    private static final int WINDOWS = 128;
    private static final long SEED = 20;

    private final WatchedJvm jvm;

    private final HeapHistory history;
    private final Map<RegionName, RegionReading> regions = new EnumMap<>(RegionName.class);
    private final Map<RegionName, RegionReading> compared = new EnumMap<>(RegionName.class);
    private final Map<RegionName, Deque<Double>> trails = new EnumMap<>(RegionName.class);
    private List<RegionReading> latest;
    private ProcessReading process = ProcessReading.none();
    private ProcessReading before = ProcessReading.none();
    private ProcessReading earlier = ProcessReading.none();
    private double allCost;
    private double heapCost;
    private boolean first = true;
    private boolean cheapest;

    WatchTarget(WatchedJvm jvm) {
        this.jvm = jvm;
        this.history = new HeapHistory(jvm.jvm().pid());
        this.latest = jvm.first();
    }

    long pid() {
        return jvm.jvm().pid();
    }

    Jvm facts() {
        return jvm.jvm();
    }

    HeapHistory history() {
        return history;
    }

    boolean isRunning() {
        return jvm.isRunning();
    }

    /** Returns whether the pages of the heap are known. */
    boolean hasHeap() {
        return regions.containsKey(RegionName.HEAP)
                || latest.stream().anyMatch(region -> region.name() == RegionName.HEAP);
    }

    /**
     * Reads the memory: all regions if the budget permits, else the heap, else a sample of the heap.
     *
     * @param clock CPU time of this thread, in nanoseconds
     */
    void read(WatchBudget budget, CpuClock clock) {
        if (!first) {
            latest = next(budget, clock);
        }
        earlier = before;
        before = process;
        process = jvm.process();
        for (RegionReading now : latest) {
            RegionReading was = compared.get(now.name());
            if (was != null && JUDGED.contains(now.name()) && CoverageChange.isLarge(was, now)) {
                process = jvm.withChildren(process);
                break;
            }
        }
    }

    private List<RegionReading> next(WatchBudget budget, CpuClock clock) {
        boolean alone = jvm.hasHeapAlone();
        if (!alone || budget.permits(allCost)) {
            long begun = clock.nanos();
            List<RegionReading> all = jvm.all();
            allCost = clock.nanos() - begun;
            cheapest = !alone;
            return all;
        }
        cheapest = true;
        if (budget.permits(heapCost)) {
            long begun = clock.nanos();
            Optional<RegionReading> heap = jvm.heap();
            heapCost = clock.nanos() - begun;
            cheapest = false;
            return heap.map(List::of).orElseGet(jvm::all);
        }
        return jvm.heapSample(WINDOWS, SEED).map(List::of).orElse(List.of());
    }

    /** Returns whether the last reading was the cheapest kind for this JVM. */
    boolean wasCheapest() {
        return cheapest;
    }

    /**
     * Judges the last reading.
     *
     * @param deltas increases of the host's counters over the last two intervals
     */
    List<Alert> judge(Instant time, Map<String, Long> deltas, Bytes pmdSize, double threshold) {
        List<Alert> alerts = new ArrayList<>();
        ProcessReading since = first || earlier.equals(ProcessReading.none())
                ? before
                : ProcessReading.start(earlier, before, process);
        Interval interval =
                new Interval(deltas, since.equals(ProcessReading.none()) ? process : since, process, pmdSize);
        for (RegionReading now : latest) {
            RegionReading was = compared.get(now.name());
            if (was == null) {
                CoverageChange.first(time, pid(), now, threshold).ifPresent(alerts::add);
            } else if (JUDGED.contains(now.name())) {
                CoverageChange.between(time, pid(), was, now, interval, threshold)
                        .ifPresent(alerts::add);
            }
            compared.put(now.name(), now);
            regions.put(now.name(), now);
        }
        for (RegionReading region : regions.values()) {
            Deque<Double> trail = trails.computeIfAbsent(region.name(), name -> new ArrayDeque<>());
            OptionalDouble coverage = region.coverage();
            trail.addLast(coverage.isPresent() ? coverage.getAsDouble() : Double.NaN);
            if (trail.size() > TRAIL) {
                trail.removeFirst();
            }
        }
        history.add(time, latest, alerts);
        first = false;
        return alerts;
    }

    /** Returns the regions, each from its last reading. */
    List<RegionReading> regions() {
        return List.copyOf(regions.values());
    }

    /** Returns why the heap is unknown: SKIPPED if the JVM started a moment ago, so that no signal was sent to it. */
    Optional<Reason> unknownHeap() {
        return !hasHeap() && missing() instanceof Fact.Absent<?> absent
                ? Optional.of(absent.reason())
                : Optional.empty();
    }

    private Fact<?> missing() {
        Region heap = facts().region(RegionName.HEAP);
        return heap.location().known().isEmpty() ? heap.location() : heap.backing();
    }

    /** Returns why the heap is not known; empty if it is. */
    Optional<String> unknown() {
        if (hasHeap()) {
            return Optional.empty();
        }
        Fact<?> missing = missing();
        String grant =
                missing instanceof Fact.Absent<?> absent && !absent.grant().isEmpty() ? "; " + absent.grant() : "";
        return Optional.of(missing.source() + grant);
    }

    JvmText view() {
        Map<RegionName, List<Double>> copies = new EnumMap<>(RegionName.class);
        trails.forEach((name, trail) -> copies.put(name, List.copyOf(trail)));
        return new JvmText(pid(), title(), regions(), copies, unknown());
    }

    private String title() {
        Optional<VmIdentity> vm = facts().identity().known();
        String release = vm.flatMap(VmIdentity::release).map(JavaVersion::text).orElse("?");
        String gc = vm.flatMap(VmIdentity::gc).map(Collector::name).orElse("?");
        return "Java " + release + "  " + gc + "  " + facts().main();
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** The CPU time of the reading thread. */
    @FunctionalInterface
    interface CpuClock {
        long nanos();
    }
}
