package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Coverage;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.rule.Judgement;
import io.github.hpjvm.advisor.rule.Rules;
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

/** From what was seen to a report. Pure. */
final class Judge {
    private static final String HEAP = "heap";

    private final Optional<Severity> failOn;
    private final boolean full;
    private final Duration staleAfter;

    /**
     * @param full whether the memory itself is looked at
     * @param staleAfter an older look at it counts for nothing
     */
    Judge(Optional<Severity> failOn, boolean full, Duration staleAfter) {
        this.failOn = failOn;
        this.full = full;
        this.staleAfter = staleAfter;
    }

    /** A report of which only the reason is known. */
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

    HealthReport judge(OwnVm own, Glance glance, Optional<FullLook> last, Instant now) {
        Optional<FullLook> look = last.filter(l -> !isStale(l, now));
        Requested requested = own.arguments()
                .known()
                .map(a -> PageRequest.of(a, own.identity()))
                .orElse(Requested.UNKNOWN);
        Fact<Backing> seen = look.map(l -> requested == Requested.NONE ? l.heapAtItsLargest() : l.heap())
                .orElseGet(() -> notSeen(last));
        boolean pending = full && look.isEmpty();
        Fact<Backing> heap = seen.known().isPresent() || pending
                ? seen
                : bounded(seen, HeapBounds.of(requested, own.identity(), glance));
        Judgement judgement = Rules.judgeHealth(new Facts(now, glance.host(), List.of()), jvm(own, glance, heap));
        boolean granted = look.filter(FullLook::granted).isPresent();
        List<Finding> findings = granted ? List.of() : findings(judgement);
        List<Missing> unknowns = findings.isEmpty() && !granted ? unknowns(judgement) : List.of();
        List<Coverage> coverage = look.map(FullLook::coverage).orElse(List.of());
        return new HealthReport(
                status(findings, unknowns),
                summary(findings, unknowns, heap, coverage, requested, judgement),
                requested,
                heap.known()
                        .flatMap(Backing::kind)
                        .filter(kind -> kind != PageKind.BASE || isSure(requested, glance, seen)),
                coverage,
                coverage.isEmpty() ? Optional.empty() : look.map(FullLook::takenAt),
                findings,
                unknowns,
                evidence(judgement, glance),
                seen.known().isPresent() ? Depth.FULL : Depth.CHEAP,
                now,
                now);
    }

    private boolean isStale(FullLook look, Instant now) {
        return Duration.between(look.takenAt(), now).compareTo(staleAfter) > 0;
    }

    private Fact<Backing> notSeen(Optional<FullLook> last) {
        if (!full) {
            return Fact.absent(
                    Reason.SKIPPED, Source.of("the memory itself", "the check was told not to look at it"), "");
        }
        return last.isPresent()
                ? Fact.absent(Reason.TIMED_OUT, Source.of("the memory itself", "the last look is too long ago"), "")
                : Fact.absent(
                        Reason.SKIPPED, Source.of("the memory itself", "the first look is under way"), "ask again");
    }

    /** The bounds, where they tell the kind; else why the memory itself was not seen, or why sums do not tell. */
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
                        "the sums of the process leave it open: of its heap at least "
                                + backing.hugeMin().rounded() + " and at most "
                                + backing.hugeMax().rounded() + " are on huge pages"),
                "let the check look at the memory itself"));
    }

    /** Without huge pages of a pool, what sums of the process call base pages may be transparent huge pages. */
    private static boolean isSure(Requested requested, Glance glance, Fact<Backing> seen) {
        return seen.known().isPresent()
                || requested != Requested.HUGETLB
                || glance.host()
                        .thp()
                        .known()
                        .filter(policy -> policy.effective().equals("always"))
                        .isEmpty();
    }

    private static Jvm jvm(OwnVm own, Glance glance, Fact<Backing> heap) {
        Region region = new Region(RegionName.HEAP, Fact.absent(Reason.SKIPPED, heap.source()), heap, Optional.empty());
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

    /** What the rules about the heap could not do without, each once. */
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
                    ? "It cannot be said what the heap is on: " + why.source().excerpt()
                            + (why.grant().isEmpty() ? "" : "; " + why.grant())
                    : "It cannot be said: " + Details.unknown(unknowns.get(0));
        }
        String share = coverage.stream()
                .filter(c -> c.region() == RegionName.HEAP)
                .findFirst()
                .map(c -> " (" + c + ")")
                .orElse("");
        Optional<PageKind> kind = heap.known().flatMap(Backing::kind);
        boolean huge = kind.filter(k -> k != PageKind.BASE).isPresent();
        if (huge) {
            return "The heap is on huge pages: " + kind.get() + share;
        }
        String why =
                reasons(judgement, requested).findFirst().map(r -> "; " + r).orElse("");
        return "Nothing to be said of the heap" + share + why;
    }

    /** Why the rule that fits the request has nothing to say. */
    private static Stream<String> reasons(Judgement judgement, Requested requested) {
        String id = requested == Requested.HUGETLB ? "HP-101" : requested == Requested.THP ? "HP-102" : "HP-103";
        return judgement.outcomes().stream()
                .filter(outcome -> outcome.rule().equals(id))
                .filter(Outcome.NotApplicable.class::isInstance)
                .map(outcome -> ((Outcome.NotApplicable) outcome).reason());
    }

    private static List<Evidence> evidence(Judgement judgement, Glance glance) {
        Set<Evidence> all = new LinkedHashSet<>();
        judgement.outcomes().forEach(outcome -> all.addAll(outcome.evidence()));
        Fact<VmStat> counters = glance.host().vmstat();
        String said = Stream.of("thp_fault_alloc", "thp_fault_fallback", "thp_collapse_alloc", "thp_split_page")
                .flatMap(name -> counters.known().flatMap(stat -> stat.counter(name)).map(n -> name + " " + n).stream())
                .collect(Collectors.joining(", "));
        if (!said.isEmpty()) {
            all.add(new Evidence(
                    "the host since it was booted", said, counters.source().path()));
        }
        return new ArrayList<>(all);
    }
}
