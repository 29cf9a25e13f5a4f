package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.nio.file.Path;
import java.util.List;

/**
 * A page fault that finds no free huge page compacts memory first, where {@code defrag} says so, and the thread waits
 * (Documentation/admin-guide/mm/transhuge.rst). The counters are those of the whole host since it was booted: they tell
 * that it happens here, not that it happens to this JVM, and not that it happens now.
 */
final class CompactionStalls implements Rule {
    /** Fewer faults than this are too few to say how they go: 2 GiB in 2 MiB pages. */
    private static final long ENOUGH = 1000;

    /** One stall for ten huge pages: on a host with free blocks there are none, on a fragmented one five to seven. */
    private static final double OFTEN = 0.1;

    private static final Bytes LITTLE = Bytes.ofMiB(64);
    private static final Path DEFRAG = Path.of("/sys/kernel/mm/transparent_hugepage/defrag");

    /** Since then memory is advised only where the global word is madvise (JDK-8319969). */
    private static final int ADVISES_ONLY_AT_MADVISE = 22;

    @Override
    public String id() {
        return "HP-204";
    }

    @Override
    public String title() {
        return "page faults that stall in compaction";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        boolean asked = Asked.pages(look) == Requested.THP;
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!asked && !policy.effective().equals("always") || policy.effective().equals("never")) {
            return look.notApplicable("the heap gets no transparent huge pages");
        }
        if (!stalls(look, policy, asked)) {
            return look.pass("page faults of this heap do not compact memory: defrag says " + policy.defrag());
        }
        Bytes resident = Asked.heap(look).residentMin();
        Bytes rest = HeapArguments.max(look).minus(resident.min(HeapArguments.max(look)));
        if (rest.compareTo(LITTLE) < 0) {
            return look.notApplicable("the whole heap has been touched");
        }
        Fragmentation.Share free =
                look.host("fragmentation", Host::fragmentation).total();
        VmStat counted = look.host("vmstat", Host::vmstat);
        long faults = counter(counted, "thp_fault_alloc") + counter(counted, "thp_fault_fallback");
        long stalls = counter(counted, "compact_stall");
        look.note(
                "stalls since boot, of the whole host",
                stalls + " in compaction at " + faults + " faults for huge pages",
                "/proc/vmstat");
        boolean scarce = policy.pmdSize().times(free.hugePages()).compareTo(rest) < 0;
        if (!scarce) {
            return look.pass("there are free blocks for the " + rest.rounded() + " that the heap may still grow by");
        }
        if (faults < ENOUGH || stalls < OFTEN * faults) {
            return look.pass("free blocks are few, but this host has hardly stalled for them: " + stalls + " times at "
                    + faults + " faults since it was booted");
        }
        return look.finding(
                Severity.WARNING,
                "Page faults of the heap are likely to stall: this host has compacted memory " + stalls + " times at "
                        + faults + " faults for huge pages",
                "defrag says " + policy.defrag() + ", so a thread that touches new heap waits until a block of "
                        + policy.pmdSize() + " is put together, and only " + free.hugePages()
                        + " are free for the " + rest.rounded()
                        + " that the heap may still grow by. The counters are of"
                        + " the whole host since it was booted; read compact_stall twice to see whether it goes on.",
                "Touched at the start, the heap waits then and not later; with defrag=defer nobody waits, and the heap"
                        + " gets its huge pages slowly or not at all.",
                remedy(look, policy, resident));
    }

    private static boolean stalls(Look look, ThpPolicy policy, boolean asked) {
        boolean advised = asked
                && (policy.enabled().equals("madvise")
                        || look.jvm("VM", Jvm::identity)
                                .release()
                                .filter(version -> version.isAtLeast(ADVISES_ONLY_AT_MADVISE))
                                .isEmpty());
        return policy.defrag().equals("always")
                || advised && List.of("madvise", "defer+madvise").contains(policy.defrag());
    }

    private static List<Action> remedy(Look look, ThpPolicy policy, Bytes resident) {
        boolean canTouchAll = HeapArguments.fitsAsAWhole(look, resident);
        if (canTouchAll && !(HeapArguments.pretouches(look) && !HeapArguments.grows(look))) {
            return List.of(HeapArguments.fixed(look, "-XX:+AlwaysPreTouch"));
        }
        return List.of(new Action.KernelFile(
                DEFRAG, "defer", policy.defrag(), "new memory gets its huge pages later, for all programs"));
    }

    private static long counter(VmStat counted, String name) {
        return counted.counter(name).orElse(0L);
    }
}
