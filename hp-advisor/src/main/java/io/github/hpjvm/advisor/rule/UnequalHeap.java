package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.HeapRoom;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/** A heap that has grown to its maximum in steps, and could have started with it. */
final class UnequalHeap implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-405",
                        "heap grows to its maximum although -Xms is smaller",
                        "heap",
                        Family.HEAP_SETUP,
                        Affected.NONE)
                .whenRequested(Requested.THP)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))) {
            return context.notApplicable("another rule judges Shenandoah");
        }
        if (!HeapArguments.grows(context)) {
            return context.pass("-Xms equals -Xmx");
        }
        Bytes max = HeapArguments.max(context);
        Backing heap = PageFacts.heap(context);
        if (max.compareTo(WORTH_SAYING) < 0 || HeapArguments.staysSmaller(context, heap.residentMin())) {
            return context.notApplicable(
                    heap.residentMin().rounded() + " of a maximum heap of " + max + " are resident");
        }
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP))) {
            return context.pass("huge pages back the heap at its maximum");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        if (context.host("THP policy", Host::thp).effective().equals("never")) {
            return context.notApplicable("transparent huge pages are disabled on this host");
        }
        HeapRoom room = HeapRoom.of(context, heap.residentMin());
        if (!room.fits()) {
            return room.refusal(context);
        }
        return context.finding(
                Severity.INFO,
                "The heap grew to its maximum of " + max.rounded() + " in steps, and not all of it is on huge pages",
                "-Xms is smaller than -Xmx, but nearly all of the heap is resident: the smaller"
                        + " initial size saves no memory. Each step depended on the huge pages that were free"
                        + " at that time.",
                "With -Xms equal to -Xmx the JVM commits the whole heap at the start. Check: hp-cli"
                        + " advise --pid N shows the heap as THP.",
                List.of(HeapArguments.fixed(context)));
    }
}
