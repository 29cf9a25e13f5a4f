package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Transparent huge pages were asked for and the heap is not on them. What is seen decides; the policy explains: the word
 * for 2 MiB pages overrules the global one both ways (Documentation/admin-guide/mm/transhuge.rst).
 */
final class ThpNotGranted implements Rule {
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    @Override
    public String id() {
        return "HP-102";
    }

    @Override
    public String title() {
        return "transparent huge pages requested and not granted";
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
            return look.notApplicable("a ZGC heap is shared memory, which another rule judges");
        }
        Backing heap = Asked.heap(look);
        if (heap.residentMax().isZero()) {
            return look.notApplicable("nothing of the heap is resident yet");
        }
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.THP))) {
            return look.pass("the heap is on transparent huge pages");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (policy.effective().equals("never") || ThpWords.unheard(policy)) {
            List<Action> actions = new ArrayList<>(ThpWords.allow(policy));
            actions.add(new Action.RestartJvm());
            return look.finding(
                    Severity.WARNING,
                    "Transparent huge pages were requested, and this host gives none: " + ThpWords.describe(policy),
                    "The flag has no effect until the host allows it. "
                            + (policy.enabled().equals("never")
                                    ? "From JDK 17 on the JVM switches it off at its start, so a change of the host needs a"
                                            + " restart as well."
                                    : "HotSpot reads the global word alone, so it asks, gets nothing and says nothing. What"
                                            + " was touched before the change stays on base pages for long."),
                    "After a restart the heap is on 2 MiB pages as it is touched; check: hp-cli advise --pid N shows it as"
                            + " THP.",
                    actions);
        }
        boolean denied = look.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::thpEnabled)
                .equals(Optional.of(false));
        if (denied) {
            return look.finding(
                    Severity.WARNING,
                    "Transparent huge pages were requested, and this process was denied them by PR_SET_THP_DISABLE",
                    "Somebody set the flag before the JVM was started: a launcher, a service manager, or a parent process;"
                            + " children inherit it. /proc/PID/status shows THP_enabled 0.",
                    "Started without it, the heap gets 2 MiB pages.",
                    List.of());
        }
        return partly(look, heap, policy);
    }

    private static List<Outcome> partly(Look look, Backing heap, ThpPolicy policy) {
        boolean pretouched = look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.endsWith("AlwaysPreTouch"))
                .reduce((first, last) -> last)
                .equals(Optional.of(PRETOUCH));
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested and the heap is "
                        + (heap.hugeMax().isZero()
                                ? "not on them: all " + heap.residentMin().rounded() + " are on base pages"
                                : "only partly on them: " + heap.hugeMin().rounded() + " of "
                                        + heap.residentMin().rounded()),
                "The policy allows them (" + ThpWords.describe(policy) + ", defrag says " + policy.defrag()
                        + "). So the"
                        + " kernel had no free block of that size when the heap was touched, or the pages were split since;"
                        + " khugepaged repairs it slowly.",
                "With a heap that is touched at the start (-Xms equal to -Xmx, -XX:+AlwaysPreTouch) the pages are taken while"
                        + " memory is least fragmented.",
                pretouched ? List.of() : List.of(new Action.JvmFlag(List.of(PRETOUCH), List.of())));
    }
}
