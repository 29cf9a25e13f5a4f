package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Totals over the reports of any number of snapshots. The order of the reports changes nothing, so that parts can be
 * computed apart and added by {@link #add(FleetSummary)}. Not for several threads.
 */
public final class FleetSummary implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A JVM with at least this coverage of its heap got the pages that it requested. */
    public static final double GRANTED = 0.9;

    private static final String NONE = "NONE";
    private static final String UNKNOWN = "unknown";

    private final Totals all = new Totals();
    private final HashMap<String, Totals> clusters = new HashMap<>();
    private final HashMap<String, Totals> services = new HashMap<>();
    private final HashMap<String, Totals> releases = new HashMap<>();
    private final HashMap<String, Totals> collectors = new HashMap<>();
    private final HashMap<String, Change> changes = new HashMap<>();
    private final HashMap<Target, Planned> plans = new HashMap<>();
    private final Prices prices;
    private long snapshots;
    private long damaged;
    private long idlePoolBytes;

    /** The summary of no snapshot, without prices. */
    public FleetSummary() {
        this(Prices.none());
    }

    /** The summary of no snapshot. */
    public FleetSummary(Prices prices) {
        this.prices = prices;
    }

    /** The JVMs of one service whose plans have the same changes. */
    private record Target(String service, String change) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The changes that the plan of a JVM has, for one service. Each JVM counts in one of them.
     *
     * @param change the changes, separated by semicolons
     * @param hosts number of snapshots with such a JVM
     * @param effectBytes resident bytes on base pages of regions that could be on huge pages
     * @param costs sums over these JVMs
     */
    public record Planned(String service, String change, long jvms, long hosts, long effectBytes, Costs costs)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        private Planned plus(Planned other) {
            return new Planned(
                    service,
                    change,
                    jvms + other.jvms,
                    hosts + other.hosts,
                    Costs.sum(effectBytes, other.effectBytes),
                    costs.plus(other.costs));
        }
    }

    /** Counts of JVMs. */
    public static final class Totals implements Serializable {
        private static final long serialVersionUID = 1L;

        private long jvms;
        private long requested;
        private long granted;
        private long unknown;
        private long canGain;
        private long gainBytes;
        private Costs costs = Costs.none();

        private Totals() {}

        private void add(Totals other) {
            jvms += other.jvms;
            requested += other.requested;
            granted += other.granted;
            unknown += other.unknown;
            canGain += other.canGain;
            gainBytes = Costs.sum(gainBytes, other.gainBytes);
            costs = costs.plus(other.costs);
        }

        /** The CPUs of all JVMs, and what those that could gain can save and cost at most. */
        public Costs costs() {
            return costs;
        }

        /** The number of JVMs. */
        public long jvms() {
            return jvms;
        }

        /** The number of JVMs whose arguments request huge pages. */
        public long requested() {
            return requested;
        }

        /** The number of requesting JVMs with at least {@link #GRANTED} of the heap on huge pages. */
        public long granted() {
            return granted;
        }

        /** The number of requesting JVMs with unknown coverage. */
        public long unknown() {
            return unknown;
        }

        /** The number of JVMs with a finding about a region that could have huge pages. */
        public long canGain() {
            return canGain;
        }

        /** The resident bytes on base pages of these regions. */
        public long gainBytes() {
            return gainBytes;
        }
    }

    /**
     * A change over all snapshots.
     *
     * @param hosts number of snapshots with it
     */
    public record Change(String name, long jvms, long hosts, long effectBytes) implements Serializable {
        private static final long serialVersionUID = 1L;

        private Change plus(Change other) {
            return new Change(name, jvms + other.jvms, hosts + other.hosts, Costs.sum(effectBytes, other.effectBytes));
        }
    }

    /** Adds the report of a snapshot. */
    public void add(FleetReport report) {
        snapshots++;
        Map<String, Long> pools = new HashMap<>();
        Map<Long, Totals> byJvm = new LinkedHashMap<>();
        Map<Long, Set<String>> counted = new HashMap<>();
        Map<Long, FleetRow> first = new LinkedHashMap<>();
        for (FleetRow row : report.rows()) {
            first.putIfAbsent(row.pid(), row);
            Totals totals = byJvm.computeIfAbsent(row.pid(), pid -> ofJvm(row));
            boolean pool = Effect.isIdlePool(row.rule());
            if (pool && row.effectBytes() != null) {
                pools.merge(String.valueOf(row.subject()), row.effectBytes(), Math::max);
            }
            boolean fresh = Effect.memory(row)
                    .filter(counted.computeIfAbsent(row.pid(), pid -> new HashSet<>())::add)
                    .isPresent();
            long bytes = row.effectBytes() == null ? 0 : row.effectBytes();
            if (fresh && (bytes > 0 || row.effectBytes() == null)) {
                totals.canGain = 1;
                totals.gainBytes = Costs.sum(totals.gainBytes, bytes);
            }
        }
        Map<Target, Planned> ofHost = new HashMap<>();
        first.forEach((pid, row) -> {
            Totals totals = Objects.requireNonNull(byJvm.get(pid));
            totals.costs = Costs.of(row, prices);
            add(row, totals);
            if (row.change() != null) {
                Target target = new Target(row.service() == null ? UNKNOWN : row.service(), row.change());
                Planned one = new Planned(target.service(), target.change(), 1, 0, totals.gainBytes, totals.costs);
                ofHost.merge(target, one, Planned::plus);
            }
        });
        ofHost.forEach((target, sum) -> plans.merge(
                target,
                new Planned(sum.service(), sum.change(), sum.jvms(), 1, sum.effectBytes(), sum.costs()),
                Planned::plus));
        for (long bytes : pools.values()) {
            idlePoolBytes = Costs.sum(idlePoolBytes, bytes);
        }
        for (FleetChange change : report.changes()) {
            changes.merge(
                    change.name(), new Change(change.name(), change.jvms(), 1, change.effectBytes()), Change::plus);
        }
    }

    private static Totals ofJvm(FleetRow row) {
        Totals totals = new Totals();
        totals.jvms = 1;
        if (row.requested() != null && !row.requested().equals(NONE)) {
            totals.requested = 1;
            totals.granted = row.heapCoverage() != null && row.heapCoverage() >= GRANTED ? 1 : 0;
            totals.unknown = row.heapCoverage() == null ? 1 : 0;
        }
        return totals;
    }

    private void add(FleetRow row, Totals totals) {
        all.add(totals);
        add(clusters, row.labels().get(HostLabels.CLUSTER), totals);
        add(services, row.service(), totals);
        add(releases, row.release() == null ? null : "JDK " + row.release(), totals);
        add(collectors, row.gc(), totals);
    }

    private static void add(Map<String, Totals> groups, @Nullable String key, Totals totals) {
        groups.computeIfAbsent(key == null ? UNKNOWN : key, name -> new Totals())
                .add(totals);
    }

    /** Counts a snapshot that could not be read. */
    public void addDamaged() {
        damaged++;
    }

    /** Adds the totals of other snapshots. */
    public void add(FleetSummary other) {
        snapshots += other.snapshots;
        damaged += other.damaged;
        idlePoolBytes = Costs.sum(idlePoolBytes, other.idlePoolBytes);
        all.add(other.all);
        merge(clusters, other.clusters);
        merge(services, other.services);
        merge(releases, other.releases);
        merge(collectors, other.collectors);
        other.plans.forEach((target, planned) -> plans.merge(target, planned, Planned::plus));
        other.changes.forEach((name, change) -> changes.merge(name, change, Change::plus));
    }

    private static void merge(Map<String, Totals> into, Map<String, Totals> from) {
        from.forEach((name, totals) ->
                into.computeIfAbsent(name, key -> new Totals()).add(totals));
    }

    /** The number of snapshots that were read. */
    public long snapshots() {
        return snapshots;
    }

    /** The number of files that could not be read. */
    public long damaged() {
        return damaged;
    }

    /** The totals of all JVMs. */
    public Totals all() {
        return all;
    }

    /** The available pages of pools with a finding about idle pages, each pool of a host once. */
    public long idlePoolBytes() {
        return idlePoolBytes;
    }

    /** The groups of JVMs: by cluster, service, JDK and collector, the groups with the most JVMs first. */
    public Map<String, Map<String, Totals>> groups() {
        Map<String, Map<String, Totals>> groups = new LinkedHashMap<>();
        groups.put("cluster", sorted(clusters));
        groups.put("service", sorted(services));
        groups.put("JDK", sorted(releases));
        groups.put("collector", sorted(collectors));
        return groups;
    }

    private static Map<String, Totals> sorted(Map<String, Totals> groups) {
        Map<String, Totals> sorted = new LinkedHashMap<>();
        new TreeMap<>(groups)
                .entrySet().stream()
                        .sorted(Comparator.comparing(entry -> -entry.getValue().jvms))
                        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** The changes by service, the one whose JVMs can save the most cores first. */
    public List<Planned> plans() {
        return plans.values().stream()
                .sorted(Comparator.<Planned>comparingLong(
                                planned -> planned.costs().boundMicros())
                        .thenComparingLong(Planned::effectBytes)
                        .thenComparingLong(Planned::jvms)
                        .reversed()
                        .thenComparing(Planned::service)
                        .thenComparing(Planned::change))
                .toList();
    }

    /** The changes, the one with the most effect first. */
    public List<Change> changes() {
        return changes.values().stream()
                .sorted(Comparator.comparingLong(Change::effectBytes)
                        .thenComparingLong(Change::jvms)
                        .reversed()
                        .thenComparing(Change::name))
                .toList();
    }
}
