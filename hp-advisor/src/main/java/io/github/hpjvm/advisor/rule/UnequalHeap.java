package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/** A heap that has grown to its maximum in pieces: it might as well start with it, and take its huge pages at once. */
final class UnequalHeap implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);
    private static final long TENTH = 10;

    @Override
    public String id() {
        return "HP-405";
    }

    @Override
    public String title() {
        return "a heap that grows to its maximum anyway";
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
        if (look.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))) {
            return look.notApplicable("for Shenandoah another rule judges it");
        }
        if (!HeapArguments.grows(look)) {
            return look.pass("the heap has its full size from the start");
        }
        Bytes max = HeapArguments.max(look);
        Backing heap = Asked.heap(look);
        Bytes rest = max.minus(heap.residentMin().min(max));
        if (max.compareTo(WORTH_SAYING) < 0 || rest.compareTo(max.dividedBy(TENTH)) >= 0) {
            return look.notApplicable(
                    "of a heap of up to " + max + " " + heap.residentMin().rounded() + " are resident");
        }
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.THP))) {
            return look.pass("the heap has grown to its maximum on huge pages");
        }
        if (look.host("THP policy", Host::thp).effective().equals("never")) {
            return look.notApplicable("the host gives no transparent huge pages");
        }
        if (!HeapArguments.fitsAsAWhole(look, heap.residentMin())) {
            return look.notApplicable("the whole heap does not fit into the memory that is left");
        }
        return look.finding(
                Severity.INFO,
                "The heap grew to its maximum of " + max.rounded() + " in pieces, and not all of it is on huge pages",
                "-Xms is smaller than -Xmx, and nearly all is resident all the same: the smaller start saves nothing, and each"
                        + " piece took what huge pages were free at that time.",
                "With -Xms equal to -Xmx it is one piece from the start; check: hp-cli advise --pid N shows the heap as THP.",
                List.of(HeapArguments.fixed(look)));
    }
}
