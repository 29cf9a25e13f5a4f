package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Native memory on huge pages in always mode. While {@code max_ptes_none} is 511, khugepaged collapses ranges in which
 * one of 512 base pages is in use. The resident size then includes memory that was never touched
 * (Documentation/admin-guide/mm/transhuge.rst).
 */
final class NativeMemoryOnThp implements Rule {
    /** What a user can do if smaps was not read. */
    private static final String EXACT = "run it with --exact, which reads smaps and may stall the JVM";

    private static final Bytes WORTH_SAYING = Bytes.ofMiB(256);

    /** Threshold from which a huge page can be mostly empty: half of 512. */
    private static final long HALF = 256;

    /**
     * Share of the limit from which a control group counts as nearly full. An hour of growth takes the remaining tenth.
     */
    private static final double NEAR = 0.9;

    /**
     * The largest collector tables, those of Shenandoah, take two times a 32nd of the heap. Tables that are not located
     * count as native memory.
     */
    private static final long TABLES = 16;

    private static final long USUAL_PAGES = 512;
    private static final String KHUGEPAGED = "/sys/kernel/mm/transparent_hugepage/khugepaged/";

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
        Map<String, String> khugepaged =
                context.host("THP settings", Host::thpSettings).khugepaged();
        String allowed = khugepaged.getOrDefault("max_ptes_none", "0");
        context.note("max_ptes_none", allowed, KHUGEPAGED + "max_ptes_none");
        if (!Words.isNumber(allowed, 9) || Long.parseLong(allowed) < HALF) {
            return context.pass("khugepaged does not collapse ranges that are mostly empty");
        }
        Bytes huge = withoutOptIn(context);
        if (huge.compareTo(WORTH_SAYING) < 0) {
            return context.pass("only " + huge + " of native memory are on huge pages");
        }
        Optional<GroupLimit> near = MemoryLimits.tightest(context)
                .filter(limit -> limit.usage()
                        .filter(used -> used.value() >= NEAR * limit.limit().value())
                        .isPresent());
        return context.finding(
                near.isPresent() ? Severity.WARNING : Severity.INFO,
                huge.rounded() + " of native memory are on huge pages without an opt-in"
                        + near.map(limit -> ", and its control group is nearly full")
                                .orElse(""),
                "The host is in always mode. A huge page stays resident as a whole even if malloc"
                        + " uses only a part of it. khugepaged adds to this: it collapses ranges in which up to"
                        + " " + allowed + " of " + perHugePage(context, policy) + " base pages are empty.",
                "With max_ptes_none 0 khugepaged collapses only ranges that are fully in use. Kernels"
                        + " since 6.12 also split huge pages that are mostly empty when memory is short. To try"
                        + " it: echo 0 > " + KHUGEPAGED + "max_ptes_none. Check: VmRSS in /proc/PID/status grows less.",
                near.isPresent()
                        ? List.of(new Action.KernelFile(
                                Path.of(KHUGEPAGED + "max_ptes_none"),
                                "0",
                                allowed,
                                "other processes get huge pages later"))
                        : List.of());
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
