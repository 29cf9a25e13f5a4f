package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.HeapRoom;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.Pretouch;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A fixed heap on transparent huge pages without pretouch. Later page faults depend on the blocks that are free at that
 * time. A heap that is touched at the start gets its pages while memory is least fragmented, and no request waits until
 * the kernel has cleared a page.
 */
final class PretouchMissing implements Rule {
    /** Smaller heaps are touched as a whole within seconds. */
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-404",
                        "fixed heap on transparent huge pages without AlwaysPreTouch",
                        "heap",
                        Family.HEAP_SETUP,
                        Affected.NONE)
                .whenRequested(Requested.THP)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (HeapArguments.pretouches(context)) {
            return context.pass("AlwaysPreTouch is set");
        }
        if (HeapArguments.grows(context)) {
            return context.notApplicable(
                    "the heap can stay smaller than its maximum, and AlwaysPreTouch would prevent that");
        }
        if (PageFacts.isZ(context)) {
            return context.notApplicable("ZGC allocates its initial heap at the start, touched or not");
        }
        Bytes max = HeapArguments.max(context);
        Bytes resident = PageFacts.heap(context).residentMin();
        if (max.compareTo(WORTH_SAYING) < 0) {
            return context.notApplicable("a heap of " + max + " is resident within seconds");
        }
        if (HeapArguments.isNearlyWhole(context, resident)) {
            return context.pass("nearly all of the heap is resident");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (policy.effective().equals("never")) {
            return context.notApplicable("transparent huge pages are disabled on this host");
        }
        if (Pretouch.splitsHugePages(context)) {
            return context.notApplicable(Pretouch.SPLITS);
        }
        HeapRoom room = HeapRoom.of(context, resident);
        if (!room.fits()) {
            return room.refusal(context);
        }
        return context.finding(
                Severity.INFO,
                "The heap has its full size of " + max.rounded() + " from the start, but only " + resident.rounded()
                        + " of it are resident",
                "-Xms equals -Xmx, so the memory is set aside anyway. A later first access depends on"
                        + " the huge pages that are free at that time, and its thread waits while the kernel"
                        + " clears each page.",
                "With -XX:+AlwaysPreTouch the JVM takes the pages at the start, which takes about as"
                        + " long as clearing the heap. Check: hp-cli advise --pid N shows the whole heap as"
                        + " resident.",
                Pretouch.of(context, resident).action().stream().toList());
    }
}
