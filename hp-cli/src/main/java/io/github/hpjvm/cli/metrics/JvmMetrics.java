package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The metrics of JVMs. The bytes of JVMs with the same name are added, and a ratio is computed from the sums. A JVM whose value
 * is unknown adds nothing, and counts in {@code hpjvm_region_unknown_jvms}.
 */
final class JvmMetrics {
    private static final List<PageKind> KINDS = List.of(PageKind.BASE, PageKind.THP, PageKind.HUGETLB);
    private static final String JVM = "jvm";
    private static final String REGION = "region";

    private final Sums bytes = new Sums();
    private final Sums requested = new Sums();
    private final Sums granted = new Sums();
    private final Sums unknown = new Sums();
    private final Sums fill = new Sums();
    private final Sums zeros = new Sums();
    private final Sums counted = new Sums();
    private final Sums jvms = new Sums();
    private final Sums findings = new Sums();
    private final Coverages coverages = new Coverages();
    private final InfoSnapshot.Builder info =
            InfoSnapshot.builder().name("hpjvm_jvm").help("A JVM of this host: 1. It is the only metric with a PID.");

    private JvmMetrics() {}

    /**
     * Returns the metrics.
     *
     * @param names the name of each JVM, by PID
     */
    static List<MetricSnapshot> of(List<Advice> advices, Map<Long, String> names) {
        JvmMetrics metrics = new JvmMetrics();
        for (Advice advice : advices) {
            metrics.add(advice, names.get(advice.jvm().pid()));
        }
        return metrics.snapshots();
    }

    private List<MetricSnapshot> snapshots() {
        List<MetricSnapshot> all = new ArrayList<>();
        all.add(bytes.gauge("hpjvm_region_bytes", "Resident bytes of a region by the pages that back them."));
        all.add(coverages.gauge());
        all.add(requested.gauge(
                "hpjvm_region_requested_bytes",
                "Resident bytes of a region for which the arguments of the JVM request huge pages."));
        all.add(granted.gauge(
                "hpjvm_region_granted_bytes", "The part of hpjvm_region_requested_bytes that huge pages back."));
        all.add(unknown.gauge("hpjvm_region_unknown_jvms", "JVMs for which the pages of this region are unknown."));
        all.add(fill.gauge(
                "hpjvm_region_fill_bytes",
                "Memory that huge pages would fill in blocks of a region that base pages back; with --memory-cost."));
        all.add(zeros.gauge(
                "hpjvm_region_zero_filled_bytes",
                "Base pages of zeros in the huge pages of a region, estimated from a sample; with --memory-cost."));
        all.add(counted.gauge(
                "hpjvm_region_zero_filled_of_bytes",
                "The huge pages that hpjvm_region_zero_filled_bytes is a part of; with --memory-cost."));
        all.add(findings.gauge("hpjvm_finding", "Findings of a rule; hp-cli explain RULE describes it."));
        all.add(jvms.gauge("hpjvm_jvms", "JVMs with this name."));
        all.add(info.build());
        return all;
    }

    private void add(Advice advice, String name) {
        Jvm jvm = advice.jvm();
        jvms.add(Labels.of(JVM, name), 1);
        info.dataPoint(
                InfoDataPointSnapshot.builder().labels(info(advice, name)).build());
        for (Outcome.Finding finding : advice.findings()) {
            String severity = finding.severity().name().toLowerCase(Locale.ROOT);
            findings.add(Labels.of(JVM, name, "rule", finding.rule(), "severity", severity), 1);
        }
        for (Region region : jvm.located()) {
            Labels labels = Labels.of(JVM, name, REGION, region.name().toString());
            Optional<Backing> backing = region.backing().known().map(Backing::likely);
            backing.ifPresent(found -> add(advice.requested(region.name()), found, labels));
            region.fill().ifPresent(bytes -> fill.add(labels, bytes.value()));
            region.zeroFilled().flatMap(Fact::known).ifPresent(found -> {
                zeros.add(labels, found.bytes().value());
                counted.add(labels, found.huge().value());
            });
            unknown.add(labels, backing.filter(Backing::exact).isPresent() ? 0 : 1);
        }
        for (Region region : jvm.unknowns()) {
            unknown.add(Labels.of(JVM, name, REGION, region.name().toString()), 1);
        }
    }

    private void add(Requested request, Backing backing, Labels labels) {
        for (PageKind kind : KINDS) {
            List<Pages> pages =
                    backing.pages().stream().filter(p -> p.kind() == kind).toList();
            boolean known = pages.isEmpty() ? backing.exact() : pages.stream().allMatch(Pages::exact);
            if (known) {
                long sum = pages.stream().mapToLong(p -> p.min().value()).sum();
                bytes.add(labels.merge(Labels.of("backing", kind.name().toLowerCase(Locale.ROOT))), sum);
            }
        }
        coverages.add(labels, backing);
        if (backing.exact() && request != Requested.UNKNOWN) {
            boolean wanted = request != Requested.NONE;
            requested.add(labels, wanted ? backing.residentMin().value() : 0);
            granted.add(labels, wanted ? backing.hugeMin().value() : 0);
        }
    }

    /** The labels of the information; what is unknown has no label. */
    private static Labels info(Advice advice, String name) {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> vm = jvm.identity().known();
        Labels.Builder labels = Labels.builder().label(JVM, name).label("pid", Long.toString(jvm.pid()));
        label(labels, "user", Optional.of(jvm.user()));
        label(labels, "vm", vm.map(it -> it.vm().name().toLowerCase(Locale.ROOT)));
        label(
                labels,
                "release",
                vm.flatMap(VmIdentity::release).map(JavaVersion::feature).map(String::valueOf));
        label(labels, "version", vm.map(VmIdentity::version));
        label(labels, "vendor", vm.map(VmIdentity::vendor));
        label(labels, "gc", vm.flatMap(VmIdentity::gc).map(Collector::name).map(gc -> gc.toLowerCase(Locale.ROOT)));
        label(labels, "requested", Optional.of(advice.requested().name().toLowerCase(Locale.ROOT)));
        return labels.build();
    }

    private static void label(Labels.Builder labels, String name, Optional<String> value) {
        value.filter(text -> !text.isEmpty()).ifPresent(text -> labels.label(name, text));
    }

    /** Shares of regions on huge pages. */
    private static final class Coverages {
        private final Sums huge = new Sums();
        private final Sums resident = new Sums();

        void add(Labels labels, Backing backing) {
            if (backing.coverage().isPresent()) {
                Bytes base = backing.baseMin();
                huge.add(labels, backing.hugeMin().value());
                resident.add(labels, backing.hugeMin().plus(base).value());
            }
        }

        MetricSnapshot gauge() {
            Sums ratio = new Sums();
            resident.forEach((labels, bytes) -> ratio.add(labels, huge.get(labels) / bytes));
            return ratio.gauge(
                    "hpjvm_region_huge_ratio", "Share of a region's resident bytes that huge pages back, 0 to 1.");
        }
    }
}
