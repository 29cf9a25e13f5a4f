package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A heap that waits for khugepaged. Memory without huge pages at its page fault stays on base pages until khugepaged
 * collapses it. By default khugepaged scans the base pages of eight huge pages every 10 s ({@code mm/khugepaged.c},
 * khugepaged_init: HPAGE_PMD_NR * 8): 4096 pages (16 MiB) with base pages of 4 KiB, 65536 (4 GiB) with 64 KiB.
 */
final class KhugepagedTooSlow implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);
    private static final long HOUR = 3_600_000;
    private static final String FOLDER = "/sys/kernel/mm/transparent_hugepage/khugepaged/";

    @Override
    public Declaration declaration() {
        return new Declaration("HP-205", "heap waits for khugepaged", "heap", Family.SIDE_EFFECTS, Affected.HEAP)
                .whenRequested(Requested.THP)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return context.notApplicable("a ZGC heap is shared memory");
        }
        Bytes base = PageFacts.heap(context).pages().stream()
                .filter(pages -> pages.kind() == PageKind.BASE)
                .map(Pages::min)
                .reduce(Bytes.ZERO, Bytes::plus);
        if (base.compareTo(WORTH_SAYING) < 0) {
            return context.notApplicable("only " + base.rounded() + " of the heap are on base pages");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (policy.effective().equals("never") || policy.enabled().equals("never")) {
            return context.notApplicable("khugepaged does not scan this heap");
        }
        Optional<Missing> unread = ThpDisabledForProcess.unread(context);
        if (unread.isPresent()) {
            return context.unknown(unread.get());
        }
        Map<String, String> settings =
                context.host("THP settings", Host::thpSettings).khugepaged();
        long scan = number(settings, "pages_to_scan");
        long nap = number(settings, "scan_sleep_millisecs");
        context.note("khugepaged", scan + " pages every " + nap + " ms", FOLDER);
        if (scan == 0 || nap == 0) {
            return context.notApplicable("the scan rate of khugepaged is not set here");
        }
        Bytes round = context.host("base page", Host::basePage).times(scan);
        long millis = base.dividedRoundingUp(round) * nap;
        if (millis < HOUR) {
            return context.pass(
                    "khugepaged scans all of it in " + millis / 60_000 + " minutes if it scans no other process");
        }
        return context.finding(
                Severity.INFO,
                "khugepaged needs " + millis / HOUR + " hours or more for the " + base.rounded()
                        + " of heap that are on base pages",
                "It scans " + round + " every " + nap / 1000 + " s, for all processes together.",
                "A restart with -Xms equal to -Xmx and -XX:+AlwaysPreTouch does not depend on"
                        + " khugepaged. To make it ten times as fast, at ten times the CPU time: "
                        + Setting.command(String.valueOf(nap / 10), FOLDER + "scan_sleep_millisecs")
                        + ". Check: thp_collapse_alloc in /proc/vmstat.",
                List.of());
    }

    private static long number(Map<String, String> settings, String name) {
        String text = settings.getOrDefault(name, "");
        return Words.isNumber(text, 9) ? Long.parseLong(text) : 0;
    }
}
