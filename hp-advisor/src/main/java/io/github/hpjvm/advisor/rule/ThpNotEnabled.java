package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding.Trait;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageCost;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Transparent huge pages that are available in madvise mode but not enabled by the JVM, whose heap is large enough to
 * benefit.
 */
final class ThpNotEnabled implements Rule {
    private static final Set<String> REFUSALS = Set.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-103",
                        "transparent huge pages available but not enabled",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .inHealthCheck()
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.NONE) {
            return context.notApplicable("huge pages are requested");
        }
        // A heap on base pages that is large enough to benefit.
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap)
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent()) {
            return context.pass("huge pages back the heap although they are not requested");
        }
        Bytes least = PageCost.smallestHeap(context);
        if (heap.residentMin().compareTo(least) < 0) {
            return context.notApplicable("the heap has " + heap.residentMin().rounded()
                    + " resident: too little to benefit (less than " + least + ")");
        }
        if (context.hostHasNoThp()) {
            return context.notApplicable("this kernel was built without transparent huge pages");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        boolean shared =
                context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent();
        if (shared && !ThpModes.heapOfZgcIsAdvised(context.jvm("VM", Jvm::identity))) {
            return context.notApplicable(
                    "this release cannot opt in for a ZGC heap: before 15 madvise does not affect it");
        }
        if (shared && !ThpModes.pageCacheHas(context, policy)) {
            return context.notApplicable(
                    "shared memory, such as a ZGC heap, has no transparent huge pages of " + policy.pmdSize());
        }
        // The effective mode: of shared memory for ZGC, of anonymous memory for other collectors.
        Optional<ThpModes.Shmem> shmem = shared ? ThpModes.Shmem.of(context, policy) : Optional.empty();
        String mode = shared ? shmem.map(ThpModes.Shmem::effective).orElse("never") : policy.effective();
        // The default of shmem_enabled is never. The value advise affects only memory that opts in.
        List<Action> ofHost = new ArrayList<>();
        if (shared && mode.equals("never") && !policy.enabled().equals("never")) {
            shmem.filter(files -> !files.global().equals("deny")).ifPresent(files -> ofHost.addAll(files.allow()));
        }
        Optional<String> denied = ThpDenied.why(context);
        if (ofHost.isEmpty() && !mode.equals(shared ? "advise" : "madvise")) {
            if (denied.isPresent()) {
                return context.notApplicable(denied.get());
            }
            String state = mode.equals("never")
                    ? "disables transparent huge pages"
                    : "applies transparent huge pages to all processes";
            return context.notApplicable(
                    "the host " + state + " (" + (shared ? "shmem_enabled" : "enabled") + " is " + mode + ")");
        }
        // Reasons why the flag would have no effect.
        if (PageFlagsCancel.holds(context)) {
            return context.notApplicable("a flag cancels the request for huge pages, which another rule judges");
        }
        boolean optsIn = shared ? !policy.enabled().equals("never") : ThpModes.optsIn(context, policy);
        if (!optsIn) {
            return context.notApplicable(
                    "HotSpot does not opt in while " + ThpModes.GLOBAL + " is " + policy.enabled());
        }
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        // Names the file that requires the opt-in.
        String optIn = shmem.map(files -> ofHost.isEmpty()
                        ? "Shared memory, such as a ZGC heap, must opt in: " + files.describe() + "."
                        : "Shared memory, such as a ZGC heap, has its own file: " + files.describe()
                                + ". With advise, memory that opts in gets huge pages, and other memory does"
                                + " not change.")
                .orElseGet(() ->
                        "The host is in madvise mode: processes must opt in (" + ThpModes.describe(policy) + ").");
        Optional<String> tooLarge = PageCost.beyondGroup(context);
        ofHost.add(new JvmFlag(List.of("-XX:+UseTransparentHugePages"), refusals(context)));
        boolean offersTrial = tooLarge.isEmpty() && context.acceptsTrial();
        return context.finding(
                Severity.INFO,
                shared && mode.equals("never")
                        ? "The ZGC heap is on base pages: shmem_enabled is never, and UseTransparentHugePages is not"
                                + " set"
                        : "Transparent huge pages are available for the heap, but UseTransparentHugePages is not set",
                optIn + " A TLB covers only a small part of "
                        + (heap.hugeMin().isZero()
                                ? heap.residentMin().rounded()
                                : heap.baseMin().rounded() + " of "
                                        + heap.residentMin().rounded())
                        + " of heap on base pages.",
                "With the flag, huge pages back the heap after a restart. "
                        + tooLarge.map(why -> PageCost.growthOfHeap(context) + " " + why)
                                .orElseGet(() -> "To measure the effect before the change: hp-cli try -- COMMAND"
                                        + (offersTrial ? ", or " + TrialOffer.words(heap) : "") + ". "
                                        + PageCost.growthOfHeap(context)),
                tooLarge.isPresent() ? List.of() : ofHost,
                offersTrial ? Set.of(Trait.OFFERS_TRIAL) : Set.of());
    }

    /** The arguments that disable them: {@code -UseLargePages} disables transparent huge pages as well. */
    private static List<String> refusals(RuleContext context) {
        return context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(REFUSALS::contains)
                .distinct()
                .toList();
    }
}
