package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What did not get huge pages when it was touched is left to khugepaged, which by default looks at 4096 base pages every
 * 10 s: 16 MiB ({@code mm/khugepaged.c}, khugepaged_pages_to_scan; Documentation/admin-guide/mm/transhuge.rst).
 */
final class KhugepagedTooSlow implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);
    private static final long HOUR = 3_600_000;
    private static final String FOLDER = "/sys/kernel/mm/transparent_hugepage/khugepaged/";

    @Override
    public String id() {
        return "HP-205";
    }

    @Override
    public String title() {
        return "a heap that waits for khugepaged";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return look.notApplicable("a ZGC heap is shared memory");
        }
        Bytes base = Asked.heap(look).pages().stream()
                .filter(pages -> pages.kind() == PageKind.BASE)
                .map(Pages::min)
                .reduce(Bytes.ZERO, Bytes::plus);
        if (base.compareTo(WORTH_SAYING) < 0) {
            return look.notApplicable("of the heap " + base.rounded() + " are on base pages: nothing to wait for");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        boolean denied = look.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::thpEnabled)
                .equals(Optional.of(false));
        if (denied || policy.effective().equals("never") || policy.enabled().equals("never")) {
            return look.notApplicable("khugepaged leaves this heap alone");
        }
        Map<String, String> settings =
                look.host("THP settings", Host::thpSettings).khugepaged();
        long scan = number(settings, "pages_to_scan");
        long nap = number(settings, "scan_sleep_millisecs");
        look.note("khugepaged", scan + " pages every " + nap + " ms", FOLDER);
        if (scan == 0 || nap == 0) {
            return look.notApplicable("khugepaged has no pace of its own here");
        }
        Bytes round = look.host("base page", Host::basePage).times(scan);
        long millis = base.dividedRoundingUp(round) * nap;
        if (millis < HOUR) {
            return look.pass("khugepaged comes by all of it in " + millis / 60_000 + " minutes, if it has nothing else"
                    + " to do");
        }
        return look.finding(
                Severity.INFO,
                "khugepaged needs " + millis / HOUR + " hours or more for the " + base.rounded()
                        + " of the heap that are on base pages",
                "It looks at " + round + " every " + nap / 1000 + " s, of all programs together.",
                "A restart with -Xms equal to -Xmx and -XX:+AlwaysPreTouch does not wait for it. To make it ten times as"
                        + " fast for ten times the CPU: echo " + nap / 10 + " > " + FOLDER + "scan_sleep_millisecs;"
                        + " thp_collapse_alloc in /proc/vmstat shows its pace.",
                List.of());
    }

    private static long number(Map<String, String> settings, String name) {
        String text = settings.getOrDefault(name, "");
        return Words.isNumber(text, 9) ? Long.parseLong(text) : 0;
    }
}
