package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.read.jvm.WatchedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.CoverageChange;
import io.github.hpjvm.advisor.watch.HeapHistory;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.advisor.watch.Moment;
import io.github.hpjvm.advisor.watch.ProcessReading;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.advisor.watch.RegionWatch;
import io.github.hpjvm.cli.text.WatchedText.JvmText;
import java.time.Duration;
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

    /** Time after which children and shared pages are read again while the heap loses pages slowly. */
    private static final Duration ASKED = Duration.ofSeconds(5);

    private static final int TRAIL = 600;
    private static final int WINDOWS = 128;
    private static final long SEED = 20;

    private WatchedJvm jvm;

    private final HeapHistory history;
    private final Map<RegionName, RegionReading> regions = new EnumMap<>(RegionName.class);
    private final Map<RegionName, RegionWatch> watches = new EnumMap<>(RegionName.class);
    private final CoverageChange.Scale scale;
    private final Map<RegionName, Deque<Double>> trails = new EnumMap<>(RegionName.class);
    private List<RegionReading> latest;
    private ProcessReading before = ProcessReading.none();
    private ProcessReading after = ProcessReading.none();
    private long asked;
    private double allCost;
    private double heapCost;
    private long whole = System.nanoTime();
    private boolean first = true;
    private boolean cheapest;

    /**
     * Begins with the first reading.
     *
     * @param threshold coverage below which the heap calls for attention
     * @param anyJvm whether this holds for JVMs that requested no huge pages as well
     */
    WatchTarget(WatchedJvm jvm, Bytes pmdSize, double threshold, boolean anyJvm) {
        this.jvm = jvm;
        boolean requested = requested(jvm.jvm()) != Requested.NONE;
        this.history = new HeapHistory(jvm.jvm().pid(), requested);
        this.scale = new CoverageChange.Scale(
                jvm.jvm().pid(), pmdSize, requested || anyJvm ? OptionalDouble.of(threshold) : OptionalDouble.empty());
        this.latest = jvm.first();
    }

    private static Requested requested(Jvm jvm) {
        VmIdentity vm = jvm.identity().known().orElse(VmIdentity.of(VmKind.OTHER));
        return jvm.arguments()
                .known()
                .map(arguments -> PageRequest.of(arguments, vm))
                .orElse(Requested.UNKNOWN);
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

    /** Returns whether the process has not ended, and runs another program now. */
    boolean isReplaced(Duration patience) {
        return jvm.isReplaced(patience);
    }

    /** Returns whether the JVM was read before it had metaspace, which stays unknown then. */
    boolean lacksMetaspace() {
        return jvm.lacksMetaspace();
    }

    /** Uses another first reading of the same JVM from now on, unless it has no heap, or the process runs another program. */
    void use(WatchedJvm again) {
        boolean located = again.heapRegion().location().known().isPresent() && jvm.isRunning();
        (located ? jvm : again).close();
        jvm = located ? again : jvm;
    }

    /** Returns whether the pages of the heap are known. */
    boolean hasHeap() {
        return regions.containsKey(RegionName.HEAP)
                || latest.stream().anyMatch(region -> region.name() == RegionName.HEAP);
    }

    /**
     * Reads the memory: all regions if the budget permits, else the heap, else a sample of the heap. If the heap cannot be read
     * alone and all regions take much time, as of a process with millions of mappings, the last reading stays for a while.
     *
     * @param clock CPU time of this thread, in nanoseconds
     */
    void read(WatchBudget budget, CpuClock clock) {
        before = jvm.process();
        if (!first) {
            latest = next(budget, clock);
        }
        after = jvm.process();
        boolean due = System.nanoTime() - asked > ASKED.toNanos();
        for (RegionReading now : latest) {
            RegionWatch watch = watches.get(now.name());
            if (watch != null && (watch.isLarge(now) || due && watch.hasLost(now))) {
                asked = System.nanoTime();
                after = jvm.withChildren(after);
                break;
            }
        }
    }

    private List<RegionReading> next(WatchBudget budget, CpuClock clock) {
        budget.release(heapCost);
        boolean alone = jvm.hasHeapAlone();
        if (!alone && budget.isExcessive(allCost) && System.nanoTime() - whole < allCost / WatchBudget.SHARE) {
            cheapest = true;
            return latest;
        }
        long begun = clock.nanos();
        if (!alone || budget.permitsBesideHeaps(allCost)) {
            List<RegionReading> all = all();
            allCost = clock.nanos() - begun;
            whole = System.nanoTime();
            budget.spend(allCost);
            cheapest = !alone && !budget.isExcessive(allCost);
            return all;
        }
        cheapest = true;
        if (budget.permits(heapCost)) {
            Optional<RegionReading> heap = jvm.heap();
            heapCost = clock.nanos() - begun;
            budget.spend(heapCost);
            cheapest = false;
            return heap.map(List::of).orElseGet(this::all);
        }
        List<RegionReading> sample = jvm.heapSample(WINDOWS, SEED).map(List::of).orElseGet(this::all);
        budget.spend(clock.nanos() - begun);
        return sample;
    }

    /**
     * Reads all regions. Drops those of a JVM that still runs and that were not found: their last pages are no longer theirs.
     */
    private List<RegionReading> all() {
        List<RegionReading> all = jvm.all();
        if (isRunning()) {
            regions.keySet().retainAll(all.stream().map(RegionReading::name).toList());
        }
        return all;
    }

    /** The time of {@link System#nanoTime} at which all regions were last read. */
    long whole() {
        return whole;
    }

    /** CPU time of the last exact reading of the heap alone, in nanoseconds; 0 before it. */
    double heapCost() {
        return heapCost;
    }

    /** Returns whether the last reading was the cheapest kind for this JVM. */
    boolean wasCheapest() {
        return cheapest;
    }

    /**
     * Judges the last reading.
     *
     * @param earlier the counters of the host before the reading
     * @param later the same after it
     */
    List<Alert> judge(Instant time, HostReading earlier, HostReading later) {
        List<Alert> alerts = new ArrayList<>();
        for (RegionReading now : latest) {
            if (JUDGED.contains(now.name())) {
                alerts.addAll(watches.computeIfAbsent(now.name(), name -> new RegionWatch(scale))
                        .add(time, now, new Moment(earlier, before), new Moment(later, after)));
            }
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

    /** Returns the changes since the last alerts that were too small for alerts: at the end. */
    List<Alert> settle() {
        List<Alert> alerts = new ArrayList<>();
        watches.values().forEach(watch -> alerts.addAll(watch.settle()));
        alerts.forEach(history::add);
        return alerts;
    }

    /**
     * Returns the last alerts of a JVM that has ended. Its first reading is judged now if the JVM ended before that.
     *
     * @param earlier the counters of the host before the reading
     * @param later the same after it
     */
    List<Alert> ended(Instant time, HostReading earlier, HostReading later) {
        List<Alert> alerts = new ArrayList<>(first ? judge(time, earlier, later) : List.of());
        alerts.addAll(settle());
        return alerts;
    }

    /** Returns the regions, each from its last reading. */
    List<RegionReading> regions() {
        return List.copyOf(regions.values());
    }

    /**
     * Returns why the heap has never been known: SKIPPED if the JVM started a moment ago, so that no signal was sent to it. Empty
     * if it is or was known.
     */
    Optional<Reason> unknownHeap() {
        return !hasHeap() && !history.isKnown() && missing() instanceof Fact.Absent<?> absent
                ? Optional.of(absent.reason())
                : Optional.empty();
    }

    private Fact<?> missing() {
        Region heap = jvm.heapRegion();
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
