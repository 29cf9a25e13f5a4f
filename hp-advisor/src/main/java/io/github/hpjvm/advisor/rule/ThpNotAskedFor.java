package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The host gives transparent huge pages to those who ask, the JVM did not ask, and its heap is large enough to gain. */
final class ThpNotAskedFor implements Rule {
    /**
     * Below this the second-level TLB of current CPUs (1 500 to 3 000 entries, 6 to 12 MiB in 4 KiB pages) reaches over a
     * good part of what a program touches, and the gain drowns in noise. A rule of thumb: ten times that reach.
     */
    private static final Bytes WORTH_IT = Bytes.ofMiB(128);

    private static final Set<String> REFUSALS = Set.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");

    @Override
    public String id() {
        return "HP-103";
    }

    @Override
    public String title() {
        return "transparent huge pages to be had and not asked for";
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
        if (Asked.pages(look) != Requested.NONE) {
            return look.notApplicable("huge pages were asked for");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap)
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent()) {
            return look.pass("the heap is on huge pages without being asked to");
        }
        if (heap.residentMin().compareTo(WORTH_IT) < 0) {
            return look.notApplicable("the heap has " + heap.residentMin().rounded() + " resident: too little to gain");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        boolean shared =
                look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent();
        if (shared && !ThpWords.heapOfZgcIsAdvised(look.jvm("VM", Jvm::identity))) {
            return look.notApplicable("this ZGC cannot ask for them: before 15 its advice does not reach the heap");
        }
        String word = shared
                ? ThpWords.Shmem.of(look, policy).map(ThpWords.Shmem::effective).orElse("never")
                : policy.effective();
        if (!word.equals(shared ? "advise" : "madvise")) {
            String does =
                    word.equals("never") ? "gives no transparent huge pages" : "gives transparent huge pages unasked";
            return look.notApplicable(
                    "the host " + does + " (" + (shared ? "shmem_enabled" : "enabled") + " says " + word + ")");
        }
        if (PageFlagsCancel.holds(look)) {
            return look.notApplicable("huge pages were asked for and taken back, which another rule judges");
        }
        if (policy.enabled().equals("never")) {
            return look.notApplicable(
                    "HotSpot does not ask for transparent huge pages while " + ThpWords.GLOBAL + " says never");
        }
        if (look.maybeJvm("status", Jvm::status).flatMap(ProcStatus::thpEnabled).equals(Optional.of(false))) {
            return look.notApplicable("this process was denied transparent huge pages by PR_SET_THP_DISABLE");
        }
        return look.finding(
                Severity.INFO,
                "The heap could be on transparent huge pages, and nobody asked for them",
                "The host gives them to those who ask (" + ThpWords.describe(policy) + "), and "
                        + heap.residentMin().rounded()
                        + " of heap in 4 KiB pages are far beyond what a TLB reaches over.",
                "Measure it: hp-cli bench run shows what a page regime is worth on this host. Expect a larger resident size"
                        + " where the heap is sparsely touched.",
                List.of(new Action.JvmFlag(List.of("-XX:+UseTransparentHugePages"), refusals(look))));
    }

    /** What was said against it: {@code -UseLargePages} switches off transparent huge pages as well. */
    private static List<String> refusals(Look look) {
        return look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(REFUSALS::contains)
                .distinct()
                .toList();
    }
}
