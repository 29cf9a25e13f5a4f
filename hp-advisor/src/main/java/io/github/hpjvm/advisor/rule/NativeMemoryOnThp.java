package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpShrinker;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.rule.support.PageCost;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.Shrinker;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Native memory on huge pages in always mode. While {@code max_ptes_none} is 511, khugepaged collapses ranges in which
 * one of 512 base pages is in use. The resident size then includes memory that was never touched
 * (Documentation/admin-guide/mm/transhuge.rst). Pages from faults are huge from the start, so that only the mode affects
 * them.
 */
final class NativeMemoryOnThp implements Rule {
    /** What a user can do if smaps was not read. */
    private static final String EXACT = "run it with --exact, which reads smaps and may stall the JVM";

    private static final Bytes WORTH_SAYING = Bytes.ofMiB(256);

    /**
     * The largest collector tables, those of Shenandoah, take two times a 32nd of the heap. Tables that are not located
     * count as native memory.
     */
    private static final long TABLES = 16;

    private static final long USUAL_PAGES = 512;
    private static final String FLAG = "-XX:+UseTransparentHugePages";

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-203",
                "memory of malloc on huge pages in always mode",
                "native",
                Family.SIDE_EFFECTS,
                Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("always")) {
            return context.notApplicable("the host is not in always mode");
        }
        String allowed =
                context.host("THP settings", Host::thpSettings).khugepaged().getOrDefault("max_ptes_none", "0");
        context.note("max_ptes_none", allowed, ThpShrinker.THRESHOLD);
        Bytes huge = withoutOptIn(context);
        if (huge.compareTo(WORTH_SAYING) < 0) {
            return context.pass("only " + huge + " of native memory are on huge pages");
        }
        Optional<ZeroFilled> zeros = PageCost.zeros(context, RegionName.NATIVE);
        if (zeros.filter(counted -> counted.max().compareTo(PageCost.WORTH_SAYING) < 0)
                .isPresent()) {
            return context.pass(huge.rounded() + " of native memory are on huge pages, but at most "
                    + zeros.get().max().rounded() + " of them are zeros, so that huge pages cost little memory");
        }
        boolean collapsesEmpty =
                Words.isNumber(allowed, 9) && Long.parseLong(allowed) >= perHugePage(context, policy) / 2;
        Optional<GroupLimit> near = MemoryLimits.nearlyExhausted(context);
        boolean splits =
                Shrinker.of(context, policy).filter(ThpShrinker::enabled).isPresent();
        return context.finding(
                near.isPresent() ? Severity.WARNING : Severity.INFO,
                huge.rounded() + " of native memory are on huge pages without an opt-in"
                        + zeros.map(counted -> ", " + counted.bytes().min(huge).rounded() + " of them are zeros")
                                .orElse("")
                        + near.map(limit -> ", and its control group is nearly full")
                                .orElse(""),
                "The host is in always mode. A huge page stays resident as a whole even if malloc"
                        + " uses only a part of it."
                        + (collapsesEmpty
                                ? " khugepaged adds to this: it collapses ranges in which up to " + allowed + " of "
                                        + perHugePage(context, policy) + " base pages are empty."
                                        + origin(context, policy, huge)
                                : " These pages are from page faults: khugepaged collapses only ranges that are mostly"
                                        + " in use (max_ptes_none is " + allowed + ").")
                        + cost(context, zeros),
                "In madvise mode only memory that opts in gets huge pages: the heap, with"
                        + " -XX:+UseTransparentHugePages."
                        + zeros.map(counted -> " This frees up to "
                                        + counted.max().min(huge).rounded() + ".")
                                .orElse("")
                        + (collapsesEmpty ? ofKhugepaged(splits) : "")
                        + " Check: VmRSS in /proc/PID/status after a restart.",
                near.isPresent() ? madvise(context, policy) : List.of());
    }

    /** The cost of the pages now and of those that khugepaged could add, or the reason why it is not known. */
    private static String cost(RuleContext context, Optional<ZeroFilled> zeros) {
        Region region = context.region(RegionName.NATIVE);
        if (zeros.isEmpty()) {
            return " How much of them are zeros is unknown: " + PageCost.whyNotCounted(region) + ".";
        }
        String now = " The zeros are what huge pages cost now: " + PageCost.range(zeros.get())
                + ". On base pages they are not resident, except zeros that the program wrote.";
        return now
                + region.fill()
                        .filter(fill -> fill.compareTo(PageCost.WORTH_SAYING) >= 0)
                        .map(fill -> " Huge pages would fill " + fill.rounded()
                                + " more in blocks of native memory that are in use.")
                        .orElse("");
    }

    /** Says how many of the pages surely are from faults, which max_ptes_none does not affect. */
    private static String origin(RuleContext context, ThpPolicy policy, Bytes huge) {
        Optional<Long> collapsed =
                context.maybeHost("vmstat", Host::vmstat).flatMap(counted -> counted.counter("thp_collapse_alloc"));
        Bytes most = collapsed
                .map(count -> policy.pmdSize()
                        .times(Math.min(count, huge.value() / policy.pmdSize().value() + 1)))
                .orElse(huge);
        Bytes faulted = huge.minus(most.min(huge));
        return faulted.isZero()
                ? ""
                : " At least " + faulted.rounded() + " of these pages are from page faults: khugepaged has collapsed "
                        + collapsed.orElseThrow() + " huge pages on this host.";
    }

    /** The remedy for pages of khugepaged alone, which does not harm the heap. */
    private static String ofKhugepaged(boolean shrinkerIsEnabled) {
        return " With max_ptes_none 0 khugepaged collapses only ranges that are fully in use; pages from faults stay as"
                + " they are."
                + (shrinkerIsEnabled
                        ? " First disable the THP shrinker: " + Setting.command("0", ThpShrinker.FILE)
                                + ", and restart the JVM. Otherwise a"
                                + " max_ptes_none of 0 lets the kernel split the huge pages of the heap."
                        : "");
    }

    /** The host in madvise mode, and the JVM with the flag that keeps huge pages for its heap. */
    private static List<Action> madvise(RuleContext context, ThpPolicy policy) {
        String cost = "memory of other processes that does not opt in gets no huge pages";
        List<Action> actions = new ArrayList<>();
        if (!policy.enabled().equals("madvise")) {
            actions.add(new KernelFile(ThpModes.GLOBAL, "madvise", policy.enabled(), cost));
        }
        policy.pmdEnabled()
                .filter("always"::equals)
                .ifPresent(mode -> actions.add(new KernelFile(ThpModes.ofSize(policy), "inherit", mode, cost)));
        boolean needsFlag = PageFacts.requested(context) == Requested.NONE
                && context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty();
        actions.add(needsFlag ? new JvmFlag(List.of(FLAG), List.of()) : new RestartJvm());
        return actions;
    }

    /** HPAGE_PMD_NR: 512, or 8192 with base pages of 64 KiB. The default of max_ptes_none is one less. */
    private static long perHugePage(RuleContext context, ThpPolicy policy) {
        return context.maybeHost("base page", Host::basePage)
                .filter(base -> !base.isZero())
                .map(base -> policy.pmdSize().value() / base.value())
                .orElse(USUAL_PAGES);
    }

    /** Native memory on huge pages, less the memory that the JVM advised and less the collector's tables. */
    private static Bytes withoutOptIn(RuleContext context) {
        Bytes huge = context.jvm("native", jvm -> jvm.region(RegionName.NATIVE).backing())
                .hugeMin();
        Optional<Bytes> advised = context.region(RegionName.NATIVE).advised();
        if (advised.isEmpty() && !huge.isZero()) {
            throw context.undecided(new Missing(
                    "memory that the JVM advised for huge pages", Reason.SKIPPED, "VmFlags in smaps", EXACT));
        }
        Bytes optedIn = advised.orElse(Bytes.ZERO);
        boolean tablesApart = context.region(RegionName.GC).location().known().isPresent();
        Bytes tables = tablesApart ? Bytes.ZERO : HeapArguments.max(context).dividedBy(TABLES);
        return huge.minus(optedIn.plus(tables).min(huge));
    }
}
