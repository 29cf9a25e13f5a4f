package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.read.own.OwnCoverage.Marks;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.rule.Judgement;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates a report from facts. Pure. */
final class Judge {
    private static final String HEAP = "heap";

    private final Optional<Severity> failOn;
    private final RuleSettings rules;
    private final boolean full;
    private final Duration staleAfter;

    /**
     * @param rules ignored rules, and severities of the service
     * @param full whether the memory itself is checked
     * @param staleAfter age from which on a check of the memory is ignored
     */
    Judge(Optional<Severity> failOn, RuleSettings rules, boolean full, Duration staleAfter) {
        this.failOn = failOn;
        this.rules = rules;
        this.full = full;
        this.staleAfter = staleAfter;
    }

    /** Creates a report that has only a status and a reason. */
    static HealthReport nothing(HealthStatus status, String reason, Instant now) {
        return new HealthReport(
                status,
                reason,
                Requested.UNKNOWN,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Depth.CHEAP,
                now,
                now);
    }

    HealthReport judge(OwnVm own, Glance glance, Optional<MemoryCheck> last, Instant now) {
        Optional<MemoryCheck> check = last.filter(l -> !isStale(l.takenAt(), now));
        Requested requested = own.arguments()
                .known()
                .map(a -> PageRequest.of(a, own.identity()))
                .orElse(Requested.UNKNOWN);
        Fact<Backing> seen = check.map(l -> requested == Requested.NONE ? l.heapAtItsLargest() : l.heap())
                .orElseGet(() -> notChecked(last));
        boolean pending = full && check.isEmpty();
        Fact<Backing> heap = SmallerThp.in(
                seen.known().isPresent() || pending
                        ? seen
                        : bounded(seen, HeapBounds.of(requested, own.identity(), glance)),
                requested,
                own.identity(),
                glance.host());
        Jvm jvm = jvm(own, glance, heap, check.flatMap(MemoryCheck::marks));
        Judgement all = Rules.judgeHealth(new Facts(now, glance.host(), List.of()), jvm);
        Judgement judgement = new Judgement(rules.apply(all.outcomes()), all.missed());
        Optional<PageKind> kind = heap.known().flatMap(Backing::kind);
        // Transparent huge pages are not the pages that a JVM with +UseLargePages requested.
        boolean granted =
                check.filter(l -> l.granted() && !isStale(l.heapAt(), now)).isPresent()
                                && !(requested == Requested.HUGETLB && kind.equals(Optional.of(PageKind.THP)))
                        || requested == Requested.THP && kind.equals(Optional.of(PageKind.THP));
        List<Finding> findings = granted ? List.of() : findings(judgement);
        List<Missing> unknowns = findings.isEmpty() && !granted ? unknowns(judgement) : List.of();
        List<Coverage> coverage = check.map(MemoryCheck::coverage).orElse(List.of());
        return new HealthReport(
                status(findings, unknowns),
                summary(findings, unknowns, heap, coverage, requested, judgement) + ignored(all),
                requested,
                kind.filter(pages -> pages != PageKind.BASE || isSure(requested, glance, seen)),
                coverage,
                coverage.isEmpty() ? Optional.empty() : check.map(MemoryCheck::takenAt),
                findings,
                unknowns,
                evidence(judgement, glance),
                seen.known().isPresent() ? Depth.FULL : Depth.CHEAP,
                now,
                now);
    }

    /** Returns whether only the marks of smaps can show why the heap has no huge page. */
    boolean needsMarks(OwnVm own, Glance glance, MemoryCheck check, Instant now) {
        return check.hasNoHugePage()
                && judge(own, glance, Optional.of(check), now).unknowns().stream()
                        .anyMatch(missing -> missing.fact().equals(ThpExclusion.MARK));
    }

    private String ignored(Judgement all) {
        Set<String> dropped = rules.dropped(all.outcomes());
        return dropped.isEmpty() ? "" : "; ignored: " + String.join(", ", dropped);
    }

    private boolean isStale(Instant at, Instant now) {
        return Duration.between(at, now).compareTo(staleAfter) > 0;
    }

    private Fact<Backing> notChecked(Optional<MemoryCheck> last) {
        if (!full) {
            return Fact.absent(Reason.SKIPPED, Source.of("the memory itself", "the setting full is false"), "");
        }
        return last.isPresent()
                ? Fact.absent(Reason.TIMED_OUT, Source.of("the memory itself", "the last check is too old"), "")
                : Fact.absent(
                        Reason.SKIPPED,
                        Source.of("the memory itself", "first check in progress"),
                        "wait for the next check");
    }

    /**
     * The bounds if they determine the kind. Otherwise the reason why the memory was not checked, or why the sums do
     * not suffice.
     */
    private Fact<Backing> bounded(Fact<Backing> seen, Fact<Backing> bounds) {
        if (bounds.known().flatMap(Backing::kind).isPresent()) {
            return bounds;
        }
        if (full) {
            return seen;
        }
        return bounds.flatMap(backing -> Fact.absent(
                Reason.SKIPPED,
                Source.of(
                        bounds.source().path(),
                        "the sums of the process do not suffice: at least "
                                + backing.hugeMin().rounded() + " and at most "
                                + backing.hugeMax().rounded() + " of the heap are on huge pages"),
                "set full to true"));
    }

    /**
     * Returns whether base pages in the sums are certain. For a process without hugetlb pages, the sums can count
     * transparent huge pages as base pages.
     */
    private static boolean isSure(Requested requested, Glance glance, Fact<Backing> seen) {
        return seen.known().isPresent()
                || requested != Requested.HUGETLB
                || glance.host()
                        .thp()
                        .known()
                        .filter(policy -> policy.effective().equals("always"))
                        .isEmpty();
    }

    private static Jvm jvm(OwnVm own, Glance glance, Fact<Backing> heap, Optional<Marks> marks) {
        Region region = new Region(
                RegionName.HEAP,
                Fact.absent(Reason.SKIPPED, heap.source()),
                heap,
                marks.map(Marks::advised),
                marks.flatMap(Marks::eligible));
        Source source = Source.of("/proc/self");
        return new Jvm(
                0,
                0,
                "",
                Fact.absent(Reason.SKIPPED, source),
                Optional.empty(),
                Fact.absent(Reason.SKIPPED, source),
                glance.status(),
                glance.cgroup(),
                Optional.empty(),
                Fact.known(own.identity(), Source.of("system properties")),
                own.arguments(),
                own.flags(),
                List.of(region),
                Optional.empty(),
                Optional.empty());
    }

    private static List<Finding> findings(Judgement judgement) {
        return judgement.outcomes().stream()
                .filter(Finding.class::isInstance)
                .map(Finding.class::cast)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    /** The absent facts that the rules about the heap require, each once. */
    private static List<Missing> unknowns(Judgement judgement) {
        Set<Missing> missing = new LinkedHashSet<>();
        for (Outcome outcome : judgement.outcomes()) {
            if (outcome instanceof Outcome.Unknown unknown) {
                missing.add(unknown.missing());
            }
        }
        return new ArrayList<>(missing);
    }

    private HealthStatus status(List<Finding> findings, List<Missing> unknowns) {
        if (!findings.isEmpty()) {
            boolean down = failOn.filter(least -> findings.get(0).severity().compareTo(least) >= 0)
                    .isPresent();
            return down ? HealthStatus.DOWN : HealthStatus.ADVICE;
        }
        return unknowns.isEmpty() ? HealthStatus.OK : HealthStatus.UNKNOWN;
    }

    private static String summary(
            List<Finding> findings,
            List<Missing> unknowns,
            Fact<Backing> heap,
            List<Coverage> coverage,
            Requested requested,
            Judgement judgement) {
        if (!findings.isEmpty()) {
            return findings.get(0).summary();
        }
        if (!unknowns.isEmpty()) {
            return heap instanceof Fact.Absent<Backing> why
                            && unknowns.get(0).fact().equals(HEAP)
                            && !why.source().excerpt().isEmpty()
                    ? "The pages of the heap are unknown: " + why.source().excerpt()
                            + (why.grant().isEmpty() ? "" : "; " + why.grant())
                    : "The check lacks a fact: " + Details.unknown(unknowns.get(0));
        }
        String share = coverage.stream()
                .filter(c -> c.region() == RegionName.HEAP)
                .findFirst()
                .map(c -> " (" + c + ")")
                .orElse("");
        Optional<PageKind> kind = heap.known().flatMap(Backing::kind);
        boolean huge =
                kind.filter(k -> k == PageKind.THP || k == PageKind.HUGETLB).isPresent();
        if (huge) {
            return "The heap is on huge pages: " + kind.get() + share;
        }
        String why =
                reasons(judgement, requested).findFirst().map(r -> "; " + r).orElse("");
        return "No finding for the heap" + share + why;
    }

    /** The reasons why the rule for the requested pages does not apply. */
    private static Stream<String> reasons(Judgement judgement, Requested requested) {
        String id = Rules.ofHeap(requested).id();
        return judgement.outcomes().stream()
                .filter(outcome -> outcome.rule().equals(id))
                .filter(Outcome.NotApplicable.class::isInstance)
                .map(outcome -> ((Outcome.NotApplicable) outcome).reason());
    }

    private static List<Evidence> evidence(Judgement judgement, Glance glance) {
        Set<Evidence> all = new LinkedHashSet<>();
        judgement.outcomes().forEach(outcome -> all.addAll(outcome.evidence()));
        Fact<VmStat> counters = glance.host().vmstat();
        String values = Stream.of("thp_fault_alloc", "thp_fault_fallback", "thp_collapse_alloc", "thp_split_page")
                .flatMap(name -> counters.known().flatMap(stat -> stat.counter(name)).map(n -> name + " " + n).stream())
                .collect(Collectors.joining(", "));
        if (!values.isEmpty()) {
            all.add(new Evidence("host since boot", values, counters.source().path()));
        }
        return new ArrayList<>(all);
    }
}
