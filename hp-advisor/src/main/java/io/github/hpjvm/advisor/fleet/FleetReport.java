package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.advice.BriefAdvice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The advice for the JVMs of one snapshot as rows of a table. The same snapshot gives the same rows.
 *
 * @param rows one row for each JVM and finding, and one for a JVM without a finding; in the order of the snapshot, the
 *     most severe finding of a JVM first
 * @param changes the changes that the plans of its JVMs have, without restarts
 */
public record FleetReport(List<FleetRow> rows, List<FleetChange> changes) implements Serializable {
    private static final long serialVersionUID = 1L;

    public FleetReport {
        rows = List.copyOf(rows);
        changes = List.copyOf(changes);
    }

    /**
     * The report of a snapshot.
     *
     * @param source name of the snapshot
     */
    public static FleetReport of(String source, Facts facts, HostLabels labels) {
        return of(source, facts, labels, Measurements.none());
    }

    /**
     * The report of a snapshot, with the bounds of measurements.
     *
     * @param source name of the snapshot
     */
    public static FleetReport of(String source, Facts facts, HostLabels labels, Measurements measurements) {
        Optional<String> host = facts.hostName().flatMap(Fact::known).filter(name -> !name.isEmpty());
        Map<String, String> hostLabels = labels.of(host, source);
        List<FleetRow> rows = new ArrayList<>();
        Changes changes = new Changes();
        Facts forAdvice = facts.forAdvice();
        for (Jvm jvm : facts.jvms()) {
            BriefAdvice advice = Advisor.brief(forAdvice, jvm);
            List<Outcome.Finding> findings = advice.findings();
            OptionalDouble most = most(advice, measurements.atMost(host, jvm));
            OptionalDouble cores = cores(jvm, measurements.earlier(host, jvm));
            if (findings.isEmpty()) {
                rows.add(row(source, host, facts, advice, hostLabels, cores, most, null));
            }
            for (Outcome.Finding finding : findings) {
                rows.add(row(source, host, facts, advice, hostLabels, cores, most, finding));
            }
            changes.add(advice, facts);
        }
        return new FleetReport(rows, changes.all());
    }

    /** The CPUs that a JVM uses: since the earlier time if it is known, else since its start. */
    private static OptionalDouble cores(Jvm jvm, Optional<CpuUse> earlier) {
        Optional<CpuUse> now = jvm.cpu();
        OptionalDouble since =
                now.isPresent() && earlier.isPresent() ? now.get().coresSince(earlier.get()) : OptionalDouble.empty();
        return since.isPresent() ? since : now.map(CpuUse::cores).orElse(OptionalDouble.empty());
    }

    /** The most that a measured JVM can save, as a share: 0 if its heap is known and no finding is about a region. */
    private static OptionalDouble most(BriefAdvice advice, OptionalDouble measured) {
        if (canGain(advice) || measured.isEmpty()) {
            return measured;
        }
        boolean known = advice.jvm().region(RegionName.HEAP).backing().known().isPresent();
        return known ? OptionalDouble.of(0) : OptionalDouble.empty();
    }

    /** Returns whether a finding is about a region that could be on huge pages. */
    private static boolean canGain(BriefAdvice advice) {
        return advice.findings().stream().anyMatch(finding -> Effect.isRegion(finding.rule()));
    }

    /** The changes of a plan, without restarts. */
    private static @Nullable String change(BriefAdvice advice) {
        String changes = advice.plan().steps().stream()
                .flatMap(step -> ChangeName.of(step.action()).stream())
                .distinct()
                .collect(Collectors.joining("; "));
        return changes.isEmpty() ? null : changes;
    }

    /** The label of the service, else the main class, or the name of the jar without its folder. */
    private static @Nullable String service(Map<String, String> labels, @Nullable String main) {
        String label = labels.get(HostLabels.SERVICE);
        return label != null || main == null ? label : main.substring(main.lastIndexOf('/') + 1);
    }

    private static FleetRow row(
            String source,
            Optional<String> host,
            Facts facts,
            BriefAdvice advice,
            Map<String, String> labels,
            OptionalDouble cores,
            OptionalDouble most,
            Outcome.@Nullable Finding finding) {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> vm = jvm.identity().known();
        Optional<Backing> heap = jvm.region(RegionName.HEAP).backing().known();
        String main = text(jvm.arguments().known().map(Arguments::main));
        return new FleetRow(
                source,
                host.orElse(null),
                facts.takenAt().toString(),
                jvm.pid(),
                main,
                vm.flatMap(VmIdentity::release).map(JavaVersion::feature).orElse(null),
                text(vm.map(VmIdentity::version)),
                text(vm.map(VmIdentity::vendor)),
                vm.flatMap(VmIdentity::gc).map(Enum::name).orElse(null),
                vm.flatMap(VmIdentity::maxHeap).map(Bytes::value).orElse(null),
                advice.requested() == Requested.UNKNOWN
                        ? null
                        : advice.requested().name(),
                heap.flatMap(Backing::kind).map(Enum::name).orElse(null),
                heap.map(Backing::coverage)
                        .filter(coverage -> coverage.isPresent())
                        .map(coverage -> coverage.getAsDouble())
                        .orElse(null),
                heap.map(Backing::likely)
                        .filter(it -> it.residentMin().equals(it.residentMax()))
                        .map(it -> it.residentMin().value())
                        .orElse(null),
                finding == null ? null : finding.rule(),
                finding == null ? null : finding.severity().name(),
                finding == null ? null : finding.subject(),
                finding == null ? null : finding.summary(),
                finding == null
                        ? null
                        : Effect.of(finding, jvm, facts.host())
                                .map(Bytes::value)
                                .orElse(null),
                labels,
                cores.isPresent() ? cores.getAsDouble() : null,
                cores.isPresent() && most.isPresent() ? cores.getAsDouble() * most.getAsDouble() : null,
                jvm.region(RegionName.HEAP).fill().map(Bytes::value).orElse(null),
                service(labels, main),
                change(advice));
    }

    private static @Nullable String text(Optional<String> text) {
        return text.filter(it -> !it.isEmpty()).orElse(null);
    }

    /** Adds up the changes of the JVMs of one snapshot. */
    private static final class Changes {
        private final Map<String, FleetChange> byName = new LinkedHashMap<>();

        /** The memory of the host that each change has counted: an idle pool is one, however many JVMs name it. */
        private final Map<String, Long> ofHost = new LinkedHashMap<>();

        void add(BriefAdvice advice, Facts facts) {
            for (Step step : advice.plan().steps()) {
                ChangeName.of(step.action()).ifPresent(name -> {
                    FleetChange one = new FleetChange(name, 1, effect(name, step, advice, facts));
                    byName.merge(name, one, FleetChange::plus);
                });
            }
        }

        private long effect(String name, Step step, BriefAdvice advice, Facts facts) {
            Map<String, Long> memories = new LinkedHashMap<>();
            long sum = 0;
            for (Outcome.Finding finding : advice.findings()) {
                Optional<Bytes> size = Effect.of(finding, advice.jvm(), facts.host());
                if (size.isPresent() && advice.plan().idsOf(finding).contains(step.id())) {
                    String memory = Effect.memory(finding);
                    boolean pool = Effect.isIdlePool(finding.rule());
                    boolean counted = pool
                            ? ofHost.put(name + memory, size.get().value()) != null
                            : memories.put(memory, size.get().value()) != null;
                    sum = Costs.sum(sum, counted ? 0 : size.get().value());
                }
            }
            return sum;
        }

        List<FleetChange> all() {
            return List.copyOf(byName.values());
        }
    }
}
