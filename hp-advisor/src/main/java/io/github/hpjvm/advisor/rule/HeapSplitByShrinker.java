package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpShrinker;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.Shrinker;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reclaim that splits the huge pages of the heap. Since Linux 6.12 the THP shrinker splits a huge page with more than
 * {@code max_ptes_none} base pages of zeros (thp_underused in {@code mm/huge_memory.c}).
 */
final class HeapSplitByShrinker implements Rule {
    /** A touched heap without so large a part of its memory has lost it: a quarter. Measured: 244 of 512 MiB at once, and more later. */
    private static final long PART = 4;

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-112",
                "the THP shrinker splits the huge pages of the heap",
                "heap",
                Family.HUGE_PAGES,
                Affected.HEAP);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        boolean requested = PageFacts.requested(context) == Requested.THP;
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return context.notApplicable("a ZGC heap is shared memory, and the shrinker splits anonymous memory only");
        }
        Backing heap = PageFacts.heap(context);
        boolean onThp = PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP));
        if (!requested && !onThp) {
            return context.notApplicable("transparent huge pages are neither requested nor granted");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (policy.effective().equals("never")) {
            return context.notApplicable("the host has no transparent huge pages");
        }
        Optional<ThpShrinker> shrinker = Shrinker.required(context, policy);
        if (shrinker.isEmpty()) {
            return context.pass("this kernel does not split underused huge pages");
        }
        Optional<Bytes> missing = lost(context, heap);
        if (!shrinker.get().splits() && missing.isEmpty()) {
            return context.pass("the kernel does not split huge pages of the heap");
        }
        long splits = Shrinker.splits(context);
        Optional<Bytes> lost = missing.filter(bytes -> splits > 0);
        if (!shrinker.get().splits()) {
            return lost.isPresent()
                    ? lostBefore(context, lost.get(), splits)
                    : context.notApplicable("the kernel has split no huge page, so that it has not taken the heap");
        }

        if (requested && !onThp && splits > 0 && lost.isEmpty()) {
            return context.notApplicable("another rule reports the missing huge pages, with this cause");
        }
        return splitting(context, policy, shrinker.get(), splits, lost);
    }

    private static List<Outcome> splitting(
            RuleContext context, ThpPolicy policy, ThpShrinker shrinker, long splits, Optional<Bytes> lost) {
        boolean live = splits > 0 || MemoryLimits.nearlyFull(context).isPresent();
        List<Action> actions = new ArrayList<>();
        if (live) {
            actions.addAll(Shrinker.stop(shrinker, policy));
        }
        if (lost.isPresent() && !actions.contains(new RestartJvm())) {
            actions.add(new RestartJvm());
        }
        return context.finding(
                live ? Severity.WARNING : Severity.INFO,
                lost.map(bytes -> "The kernel has taken " + bytes.rounded()
                                + " of the touched heap: it splits huge pages" + " that hold zeros")
                        .orElse("The kernel splits huge pages of the heap that hold zeros when memory is short"),
                Shrinker.describe(shrinker) + counted(splits),
                Shrinker.effect(shrinker, policy) + " Check: " + ThpShrinker.COUNTER
                        + " in /proc/vmstat does not grow.",
                actions);
    }

    private static List<Outcome> lostBefore(RuleContext context, Bytes lost, long splits) {
        return context.finding(
                Severity.WARNING,
                "The kernel has taken " + lost.rounded() + " of the touched heap: it has split huge pages that held"
                        + " zeros",
                "The present settings keep huge pages that are in use. Other settings were in effect before."
                        + counted(splits),
                "After a restart with -XX:+AlwaysPreTouch the whole heap is on huge pages again.",
                List.of(new RestartJvm()));
    }

    private static String counted(long splits) {
        return splits == 0 ? "" : " It has split " + splits + " huge pages on this host since boot.";
    }

    /**
     * The memory that was touched at the start and is no longer resident, though not in swap; empty if the heap was not
     * touched as a whole, or if most of it is resident. A heap that shrinks keeps its smallest size, {@code -Xms}.
     */
    private static Optional<Bytes> lost(RuleContext context, Backing heap) {
        Optional<Bytes> touched = HeapArguments.pretouches(context) ? HeapArguments.least(context) : Optional.empty();
        Bytes swapped = context.maybeJvm("status", Jvm::status)
                .flatMap(status -> status.size("VmSwap"))
                .orElse(Bytes.ZERO);
        Bytes present = heap.residentMax().plus(swapped);
        return touched.filter(size -> present.compareTo(size.minus(size.dividedBy(PART))) < 0)
                .map(size -> size.minus(present));
    }
}
