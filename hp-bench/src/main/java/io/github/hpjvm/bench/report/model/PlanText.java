package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.PredictedFailure;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.stats.Precision;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The plan of a campaign: JVM, host, cases, rounds. It is shown before the first fork, with {@link InterleavingText}. */
public final class PlanText {
    private PlanText() {}

    /**
     * @param bill pool pages that the workload with the largest bill needs; empty if unknown
     * @param counters the events that are counted, or the reason why none are
     * @param forkLimit timeout per fork
     * @param times expected times of forks
     * @param used the part of the budget that the preparation has used
     */
    public static List<String> lines(
            BenchOptions options,
            MeasuredHost host,
            TargetJvm jvm,
            CampaignPlan plan,
            Optional<PoolBill> bill,
            Optional<String> counters,
            Duration forkLimit,
            ExpectedTimes times,
            Duration used) {
        int forks = plan.timed().size() + plan.profiled().size();
        List<String> lines = new ArrayList<>();
        lines.add("jvm       " + jvm);
        lines.add("host      " + host(host));
        lines.add("thp       " + host.thp().known().map(PlanText::policy).orElse("not supported by this kernel"));
        host.freeMemory()
                .ifPresent(free -> lines.add("memory    " + free(free)
                        + options.fragment().stream()
                                .mapToObj(percent ->
                                        "; to be fragmented: a base page in use in " + percent + " % of its blocks")
                                .collect(Collectors.joining())));
        lines.add("hugetlb   "
                + host.pool()
                        .map(pool -> "pool of " + pool.pageSize() + " pages: " + pool.total() + " pages, "
                                + pool.usable() + " available"
                                + (pool.overcommitRoom() > 0
                                        ? " and " + pool.overcommitRoom() + " more by overcommit"
                                        : "")
                                + bill.map(it -> "; this JVM needs " + pages(it))
                                        .orElse(""))
                        .orElse("not supported by this kernel"));
        counters.ifPresent(why -> lines.add("counters  " + why));
        String variants = options.variants().stream().map(Variant::name).collect(Collectors.joining(", "));
        lines.add("plan      "
                + (options.profile() == Profile.OWN ? "" : options.profile().label() + ": ")
                + counted(plan.cases().size(), "case") + " x " + variants + ", "
                + (options.untilPrecise().isPresent() ? "first " : "") + counted(options.rounds(), "round")
                + ", seed " + options.seed());
        String time = times.each(plan).isZero()
                ? ""
                : " of about " + Figures.duration(times.each(plan)) + " (" + Figures.duration(times.all(plan)) + ")";
        lines.add("          " + counted(forks, "fork") + time + "; timeout per fork: " + Figures.duration(forkLimit));
        lines.addAll(switched(options, host));
        options.untilPrecise()
                .ifPresent(until ->
                        lines.addAll(untilPrecise(until, options, times.timed(plan), times.profiled(plan), used)));
        lines.add("          rounds with " + Disturbance.rule() + " are "
                + (options.disturbed() == BusyRounds.DROP ? "left out" : "kept"));
        options.gates()
                .forEach(
                        gate -> lines.add("gate      " + gate + ": the whole interval must lie at or below the bound"));
        return lines;
    }

    /** A variant that is not forked, with the reason and the command that changes it. */
    public static String notForked(Variant variant, PredictedFailure why) {
        return "left out  " + variant.name() + ": " + why.why()
                + why.fix().map(it -> "; type: " + it).orElse("");
    }

    /** Kernel files that are set for the forks of one variant only. */
    private static List<String> switched(BenchOptions options, MeasuredHost host) {
        Bytes pmd = host.thp().known().map(ThpPolicy::pmdSize).orElse(Bytes.ofMiB(2));
        return options.variants().stream()
                .filter(variant -> !variant.host(pmd).isEmpty())
                .map(variant -> "          " + variant.name() + " needs "
                        + variant.host(pmd).stream()
                                .map(change -> change.value() + " in " + change.file())
                                .collect(Collectors.joining(", "))
                        + (options.provision()
                                ? ": set before each of its forks, restored for the others"
                                : ": changed only with --provision"))
                .toList();
    }

    private static List<String> untilPrecise(
            UntilPrecise until, BenchOptions options, Duration first, Duration profiled, Duration used) {
        int rounds = options.rounds();
        List<String> lines = new ArrayList<>();
        Duration others = used.plus(profiled);
        Duration left = others.compareTo(until.budget()) < 0 ? until.budget().minus(others) : Duration.ZERO;
        lines.add("          then more rounds where they are needed, until each interval is within "
                + Figures.percent(until.precision().share()) + " of its middle; " + Precision.CONFIRMING
                + " more rounds confirm it");
        boolean longer = first.compareTo(left) > 0;
        String budget = "the budget of " + Figures.duration(until.budget());
        if (until.wholeFirst()) {
            lines.add("          the first " + counted(rounds, "round")
                    + " always run; no further round starts that would" + " end after " + budget
                    + (longer ? ", and the first ones take longer" : ""));
            return lines;
        }
        lines.add("          no round starts that would end after " + budget
                + (longer ? ", which is shorter than the first rounds" : ""));
        long fit = first.isZero() ? rounds : left.dividedBy(first.dividedBy(rounds));
        if (fit < SignedRank.FEWEST && rounds >= SignedRank.FEWEST && !options.continued()) {
            lines.add("budget    too short for a verdict: it needs " + SignedRank.FEWEST + " rounds, and about "
                    + Math.max(1, fit) + " will fit; type --budget "
                    + first.multipliedBy(SignedRank.FEWEST)
                            .dividedBy(rounds)
                            .plus(others)
                            .plusMillis(999)
                            .toSeconds()
                    + "s, or fewer cases");
        }
        return lines;
    }

    /** The host in one line: {@code Linux 6.1.0-41-amd64, Intel(R) Xeon(R) Platinum 8481C, 2 CPUs, 16 000 MiB}. */
    static String host(MeasuredHost host) {
        return "Linux " + host.kernel() + host.cpu().map(it -> ", " + it).orElse("") + ", "
                + counted(host.cpus(), "CPU")
                + host.memory().map(it -> ", " + Figures.mebibytes(it.value())).orElse("");
    }

    /** Free huge pages, and the share of free memory in smaller blocks. */
    public static String free(Fragmentation.Share free) {
        return Figures.grouped(String.valueOf(free.hugePages())) + " huge pages free; "
                + Figures.percent(free.unusable()) + " of free memory is in smaller blocks";
    }

    /** A number with its noun: {@code 1 round}, {@code 2 rounds}. */
    public static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String policy(ThpPolicy policy) {
        return "enabled=" + policy.enabled()
                + policy.pmdEnabled()
                        .map(mode -> " hugepages-"
                                + policy.pmdSize().value() / Bytes.ofKiB(1).value() + "kB=" + mode)
                        .orElse("")
                + " defrag=" + policy.defrag()
                + (policy.effective().equals("always")
                        ? "; baseline is forked under PR_SET_THP_DISABLE, because THP is in always mode on this host"
                        : "");
    }

    private static String pages(PoolBill bill) {
        return bill.min() == bill.max() ? String.valueOf(bill.max()) : bill.min() + " to " + bill.max();
    }
}
