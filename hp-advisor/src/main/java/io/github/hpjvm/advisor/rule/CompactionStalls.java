package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.Pretouch;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Page faults that wait for direct compaction. With some values of {@code defrag} a page fault that finds no free huge
 * page compacts memory in the faulting thread (Documentation/admin-guide/mm/transhuge.rst). The counters cover the
 * whole host since boot. They show that stalls happen on this host, but neither which process stalls nor when.
 */
final class CompactionStalls implements Rule {
    /** Minimum number of faults for a judgement, whatever the size of a page: a rate of fewer is chance. */
    private static final long ENOUGH = 1000;

    /** One stall for each ten huge pages. Hosts with free blocks have none, fragmented hosts have five to seven. */
    private static final double OFTEN = 0.1;

    private static final Bytes LITTLE = Bytes.ofMiB(64);
    private static final Path DEFRAG = Path.of("/sys/kernel/mm/transparent_hugepage/defrag");

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-204", "page faults that stall in compaction", "heap", Family.SIDE_EFFECTS, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        boolean requested = PageFacts.requested(context) == Requested.THP;
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!requested && !policy.effective().equals("always")
                || policy.effective().equals("never")) {
            return context.notApplicable("the heap does not use transparent huge pages");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        if (!stalls(context, policy, requested)) {
            return context.pass("page faults of this heap do not compact memory: defrag is " + policy.defrag());
        }
        Backing heap = PageFacts.heap(context);
        Bytes resident = PageFacts.isZ(context) ? HeapArguments.allocatedByZ(context, heap) : heap.residentMin();
        Bytes rest = HeapArguments.max(context).minus(resident.min(HeapArguments.max(context)));
        if (rest.compareTo(LITTLE) < 0) {
            return context.notApplicable("the whole heap is resident");
        }
        Fragmentation.Share free =
                context.host("fragmentation", Host::fragmentation).total();
        VmStat counted = context.host("vmstat", Host::vmstat);
        long faults = counter(counted, "thp_fault_alloc") + counter(counted, "thp_fault_fallback");
        long stalls = counter(counted, "compact_stall");
        context.note(
                "compaction stalls on the host since boot",
                stalls + " stalls at " + faults + " faults for huge pages",
                "/proc/vmstat");
        boolean scarce = policy.pmdSize().times(free.hugePages()).compareTo(rest) < 0;
        if (!scarce) {
            return context.pass("there are free blocks for the remaining " + rest.rounded() + " of the heap");
        }
        if (faults < ENOUGH || stalls < OFTEN * faults) {
            return context.pass("few blocks are free, but this host has stalled only " + stalls + " times at " + faults
                    + " faults since boot");
        }
        Pretouch pretouch = Pretouch.of(context, resident);
        return context.finding(
                Severity.WARNING,
                "Page faults of the heap are likely to stall in compaction: this host has stalled " + stalls
                        + " times at " + faults + " faults for huge pages",
                "defrag is " + policy.defrag()
                        + ": a thread that touches new heap waits until the kernel has compacted a block of "
                        + policy.pmdSize() + ". Only " + free.hugePages()
                        + " blocks are free, and the heap can grow by " + rest.rounded()
                        + ". The counters cover the whole host since boot. To check whether stalls continue,"
                        + " read compact_stall twice, a minute apart.",
                "With -Xms equal to -Xmx and -XX:+AlwaysPreTouch the stalls happen at the start, before requests arrive."
                        + pretouch.objection()
                        + " With defrag=defer page faults do not wait, and the heap gets its huge pages later"
                        + " or never.",
                remedy(context, policy, resident, pretouch));
    }

    private static boolean stalls(RuleContext context, ThpPolicy policy, boolean requested) {
        boolean advised = requested && ThpModes.optsIn(context, policy);
        return policy.defrag().equals("always")
                || advised && List.of("madvise", "defer+madvise").contains(policy.defrag());
    }

    /** None for a heap that can stay smaller than its maximum: a change of defrag affects the whole host, so its owner decides. */
    private static List<Action> remedy(RuleContext context, ThpPolicy policy, Bytes resident, Pretouch pretouch) {
        if (HeapArguments.staysSmaller(context, resident)) {
            return List.of();
        }
        if (pretouch.isAdvised() && !(HeapArguments.pretouches(context) && !HeapArguments.grows(context))) {
            return pretouch.action().stream().toList();
        }
        return List.of(
                new KernelFile(DEFRAG, "defer", policy.defrag(), "all processes get huge pages for new memory later"));
    }

    private static long counter(VmStat counted, String name) {
        return counted.counter(name).orElse(0L);
    }
}
