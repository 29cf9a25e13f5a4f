package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;

/**
 * A fixed heap on transparent huge pages that is touched little by little gets what the kernel has free at each moment;
 * touched at the start, it takes its pages while memory is least fragmented, and no request waits for a page to be
 * cleared.
 */
final class PretouchMissing implements Rule {
    /** Below this the program touches all of it within seconds anyway. */
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    private static final long TENTH = 10;

    @Override
    public String id() {
        return "HP-404";
    }

    @Override
    public String title() {
        return "a fixed heap on transparent huge pages that is not touched at the start";
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
        if (HeapArguments.pretouches(look)) {
            return look.pass("the heap is touched at the start");
        }
        if (HeapArguments.grows(look)) {
            return look.notApplicable(
                    "the heap may stay smaller than its maximum, and touching it all would undo that");
        }
        Bytes max = HeapArguments.max(look);
        Bytes resident = Asked.heap(look).residentMin();
        if (max.compareTo(WORTH_SAYING) < 0) {
            return look.notApplicable("a heap of " + max + " is touched as a whole soon enough");
        }
        if (max.minus(resident.min(max)).compareTo(max.dividedBy(TENTH)) < 0) {
            return look.pass("nearly all of the heap has been touched");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (policy.effective().equals("never")) {
            return look.notApplicable("the host gives no transparent huge pages");
        }
        if (!HeapArguments.fitsAsAWhole(look, resident)) {
            return look.notApplicable("the whole heap does not fit into the memory that is left");
        }
        return look.finding(
                Severity.INFO,
                "The heap has its full size of " + max.rounded() + " from the start, and only " + resident.rounded()
                        + " of it have been touched",
                "-Xms equals -Xmx, so its memory is spoken for; what is touched later takes what huge pages are free by"
                        + " then, and the thread that does waits while each is cleared.",
                "With -XX:+AlwaysPreTouch the pages are taken at the start, which takes about as long as clearing the heap"
                        + " does; check: hp-cli advise --pid N shows the whole heap resident.",
                List.of(new Action.JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of())));
    }
}
