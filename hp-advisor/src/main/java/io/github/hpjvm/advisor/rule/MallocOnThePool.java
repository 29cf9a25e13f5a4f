package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * malloc arenas on the hugetlb pool. With {@code glibc.malloc.hugetlb=2} malloc maps its arenas from the pool (glibc
 * 2.35 and newer, manual, Memory Allocation Tunables), and they compete with the heap for pages. A larger value is the size of
 * the pages, and 2 means the kernel's default size (do_set_hugetlb in {@code malloc/arena.c}, __malloc_hugepage_config in {@code
 * sysdeps/unix/sysv/linux/malloc-hugepages.c}). With 1 malloc uses MADV_HUGEPAGE, which takes no pool pages.
 */
final class MallocOnThePool implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    /** Pages of the default size. */
    private static final long BY_DEFAULT = 2;

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-503", "malloc takes pages of the hugetlb pool", "native", Family.OUTSIDE_HEAP, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Optional<String> tunables = context.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""));
        long value = tunables.map(Tunables::mallocNumber)
                .orElse(OptionalLong.empty())
                .orElse(0);
        if (value < BY_DEFAULT) {
            return context.notApplicable("malloc does not use the pool");
        }
        Bytes page = value > BY_DEFAULT
                ? Bytes.of(value)
                : context.maybeHost("memory", Host::memory)
                        .flatMap(Memory::defaultHugePage)
                        .orElse(TWO_MIB);
        Optional<HugePool> pool = PageFacts.pool(context.host("hugetlb pools", Host::pools), page);
        if (pool.filter(it -> it.total() + it.overcommit() > 0).isEmpty()) {
            return context.notApplicable("the pool is empty, and malloc uses base pages");
        }
        boolean heapWithout = PageFacts.requested(context) == Requested.HUGETLB
                && PageFacts.pageSize(context).uses(page)
                && PageFacts.heap(context).pages().stream().noneMatch(pages -> pages.kind() == PageKind.HUGETLB);
        return context.finding(
                heapWithout ? Severity.WARNING : Severity.INFO,
                "malloc takes pages of the hugetlb pool (glibc.malloc.hugetlb="
                        + Tunables.malloc(tunables.orElseThrow()) + ")"
                        + (heapWithout ? ", and the heap has none of them" : ""),
                "Each arena of malloc maps whole pages of the pool. The computed need of the JVM does"
                        + " not include them. Their number depends on the number of threads.",
                "With glibc.malloc.hugetlb=1 malloc uses transparent huge pages, and the pool's pages"
                        + " are available for the heap. Check: HugePages_Rsvd in /proc/meminfo is lower after"
                        + " the restart.",
                List.of(new Environment(Tunables.VARIABLE, Tunables.withMalloc(tunables.get(), "1"))));
    }
}
