package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Transparent huge pages were asked for and the heap is not on them. What is seen decides; the policy explains: the word
 * for 2 MiB pages overrules the global one both ways (Documentation/admin-guide/mm/transhuge.rst).
 */
final class ThpNotGranted implements Rule {
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";

    /** Older ones ask whatever it says. */
    private static final int READS_THE_WORD_SINCE = 17;

    /** What lets those compact memory at a fault who ask for huge pages, and leaves the others as they are. */
    private static final Map<String, String> COMPACTING = Map.of("never", "madvise", "defer", "defer+madvise");

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
    public boolean isPartOfHealthCheck() {
        return true;
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
        if (ThpDisabledForProcess.holds(look)) {
            return look.notApplicable("the process is excluded from them, which another rule judges");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (policy.effective().equals("never") || ThpWords.unheard(policy)) {
            boolean whole = !policy.enabled().equals("always") && ShenandoahGrowth.startsSmall(look);
            List<Action> actions = new ArrayList<>(ThpWords.allow(policy));
            boolean fixed = whole && HeapArguments.fitsAsAWhole(look, heap.residentMin());
            actions.add(fixed ? HeapArguments.fixed(look) : new Action.RestartJvm());
            return look.finding(
                    Severity.WARNING,
                    "Transparent huge pages were requested, and this host gives none: " + ThpWords.describe(policy),
                    "The flag has no effect until the host allows it. "
                            + (policy.enabled().equals("never")
                                    ? "From JDK 17 on the JVM switches it off at its start, so a change of the host needs a"
                                            + " restart as well."
                                    : "HotSpot reads the global word alone, so it asks, gets nothing and says nothing. What"
                                            + " was touched before the change stays on base pages for long.")
                            + (whole
                                    ? " Then Shenandoah asks for the heap that it starts with, and for nothing that it commits"
                                            + " later: -Xms is to be equal to -Xmx."
                                            + (fixed
                                                    ? ""
                                                    : " So large a heap does not fit into the memory that is left.")
                                    : ""),
                    "After a restart the heap is on 2 MiB pages as it is touched; check: hp-cli advise --pid N shows it as"
                            + " THP.",
                    actions);
        }
        if (growsUnasked(look, policy)) {
            return unasked(look, heap, policy);
        }
        return ShenandoahGrowth.explains(look, policy)
                ? look.notApplicable("Shenandoah does not ask for what it grows by, which another rule judges")
                : partly(look, heap, policy);
    }

    /**
     * Whether the JVM does not ask, because the global word says never, and the kernel gives huge pages to everybody, but
     * only where a whole one fits into what is committed when it is touched: a heap that does not ask for large pages
     * grows in smaller steps ({@code parallelArguments.cpp}, page_size_for_region_aligned).
     */
    private static boolean growsUnasked(Look look, ThpPolicy policy) {
        boolean readsTheWord = look.jvm("VM", Jvm::identity)
                .release()
                .filter(release -> release.isAtLeast(READS_THE_WORD_SINCE))
                .isPresent();
        return readsTheWord
                && policy.enabled().equals("never")
                && policy.effective().equals("always")
                && HeapArguments.grows(look);
    }

    private static List<Outcome> unasked(Look look, Backing heap, ThpPolicy policy) {
        List<Action> actions = new ArrayList<>(ThpWords.allow(policy));
        actions.add(new Action.RestartJvm());
        return look.finding(
                Severity.WARNING,
                partly(heap),
                "The kernel gives them to everybody (" + ThpWords.describe(policy)
                        + "), but HotSpot reads the global word"
                        + " alone and has switched the flag off. So the heap grows in steps that are smaller than a huge page,"
                        + " and what is touched of a page before all of it is committed stays on base pages.",
                "After a restart the JVM asks for them and grows by whole huge pages; check: hp-cli advise --pid N shows the"
                        + " heap as THP.",
                actions);
    }

    private static String partly(Backing heap) {
        return "Transparent huge pages were requested and the heap is "
                + (heap.hugeMax().isZero()
                        ? "not on them: all " + heap.residentMin().rounded() + " are on base pages"
                        : "only partly on them: " + heap.hugeMin().rounded() + " of "
                                + heap.residentMin().rounded());
    }

    /** Allowed, and yet not there: what a page fault does when no huge page is free tells why. */
    private static List<Outcome> partly(Look look, Backing heap, ThpPolicy policy) {
        return look.finding(
                Severity.WARNING,
                partly(heap),
                "The policy allows them (" + ThpWords.describe(policy) + ", defrag says " + policy.defrag() + "). "
                        + why(policy) + free(look),
                "With a heap that is touched at the start (-Xms equal to -Xmx, -XX:+AlwaysPreTouch) the pages are taken while"
                        + " memory is least fragmented.",
                actions(look, policy));
    }

    private static String why(ThpPolicy policy) {
        if (policy.defrag().equals("never") || policy.defrag().equals("defer")) {
            return "With that word a page fault that finds no free huge page takes base pages at once and compacts nothing"
                    + (policy.defrag().equals("defer")
                            ? "; kcompactd is woken, and khugepaged repairs the heap slowly, if at all."
                            : "; only khugepaged repairs the heap, slowly.");
        }
        return "So the kernel had no free block of that size when the heap was touched, also after it had tried to make one,"
                + " or the pages were split since; khugepaged repairs it slowly.";
    }

    private static String free(Look look) {
        return look.maybeHost("fragmentation", Host::fragmentation)
                .map(Fragmentation::total)
                .map(share -> " Right now " + share.hugePages() + " huge pages are free in one piece.")
                .orElse("");
    }

    private static List<Action> actions(Look look, ThpPolicy policy) {
        List<Action> actions = new ArrayList<>();
        String word = COMPACTING.get(policy.defrag());
        if (word != null) {
            actions.add(new Action.KernelFile(
                    ThpWords.DEFRAG,
                    word,
                    policy.defrag(),
                    "page faults of those who ask may stall while memory is compacted"));
        }
        boolean pretouched = look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.endsWith("AlwaysPreTouch"))
                .reduce((first, last) -> last)
                .equals(Optional.of(PRETOUCH));
        if (!pretouched) {
            actions.add(new Action.JvmFlag(List.of(PRETOUCH), List.of()));
        } else if (word != null) {
            actions.add(new Action.RestartJvm());
        }
        return actions;
    }
}
