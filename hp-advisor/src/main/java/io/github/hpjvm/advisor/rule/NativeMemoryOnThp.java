package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where everybody gets huge pages, so does malloc, and khugepaged puts a huge page where one base page of 512 is in use
 * as long as {@code max_ptes_none} is 511: the resident size grows by what nobody touched
 * (Documentation/admin-guide/mm/transhuge.rst).
 */
final class NativeMemoryOnThp implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(256);

    /** From here on a huge page may be mostly empty: half of the 512. */
    private static final long HALF = 256;

    /** A group that has used this much of its limit is near it: the tenth that is left is what an hour of growth takes. */
    private static final double NEAR = 0.9;

    /** The tables of Shenandoah, the largest, take two times a 32nd of its heap; where they are not located, they count as native. */
    private static final long TABLES = 16;

    private static final String KHUGEPAGED = "/sys/kernel/mm/transparent_hugepage/khugepaged/";

    @Override
    public String id() {
        return "HP-203";
    }

    @Override
    public String title() {
        return "malloc's memory on huge pages that nobody asked for";
    }

    @Override
    public String subject() {
        return "native";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("always")) {
            return look.notApplicable("only those who ask get huge pages");
        }
        Map<String, String> khugepaged =
                look.host("THP settings", Host::thpSettings).khugepaged();
        String allowed = khugepaged.getOrDefault("max_ptes_none", "0");
        look.note("max_ptes_none", allowed, KHUGEPAGED + "max_ptes_none");
        if (!Words.isNumber(allowed, 9) || Long.parseLong(allowed) < HALF) {
            return look.pass("khugepaged makes no huge page that is mostly empty");
        }
        Bytes huge = unasked(look);
        if (huge.compareTo(WORTH_SAYING) < 0) {
            return look.pass("of malloc's memory " + huge + " are on huge pages");
        }
        Optional<GroupLimit> near = MemoryLimits.tightest(look)
                .filter(limit -> limit.usage()
                        .filter(used -> used.value() >= NEAR * limit.limit().value())
                        .isPresent());
        return look.finding(
                near.isPresent() ? Severity.WARNING : Severity.INFO,
                huge.rounded() + " of native memory are on huge pages that nobody asked for"
                        + near.map(limit -> ", and its control group has little left")
                                .orElse(""),
                "This host gives huge pages to everybody. What malloc leaves half empty stays resident as a whole, and"
                        + " khugepaged adds to it: it may fill up " + allowed
                        + " of 512 base pages that nobody touched.",
                "With max_ptes_none 0 khugepaged makes huge pages only of what is in use; kernels since 6.12 also take"
                        + " apart those that are mostly empty when memory is short. To try it: echo 0 > " + KHUGEPAGED
                        + "max_ptes_none; VmRSS in /proc/PID/status shows whether it grows less.",
                near.isPresent()
                        ? List.of(new Action.KernelFile(
                                Path.of(KHUGEPAGED + "max_ptes_none"),
                                "0",
                                allowed,
                                "other programs get huge pages later"))
                        : List.of());
    }

    /** What of it is on huge pages, without what the JVM asked for, and without the collector's tables. */
    private static Bytes unasked(Look look) {
        Bytes huge = look.jvm("native", jvm -> jvm.region(RegionName.NATIVE).backing())
                .hugeMin();
        Optional<Bytes> advised = look.region(RegionName.NATIVE).advised();
        if (advised.isEmpty() && !huge.isZero()) {
            throw look.cannotTell(new Missing(
                    "what of its memory the JVM asked huge pages for", Reason.SKIPPED, "VmFlags in smaps", ""));
        }
        Bytes asked = advised.orElse(Bytes.ZERO);
        boolean tablesApart = look.region(RegionName.GC).location().known().isPresent();
        Bytes tables = tablesApart ? Bytes.ZERO : HeapArguments.max(look).dividedBy(TABLES);
        return huge.minus(asked.plus(tables).min(huge));
    }
}
