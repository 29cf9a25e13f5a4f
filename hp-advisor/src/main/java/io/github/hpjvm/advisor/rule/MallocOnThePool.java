package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.Tunables;
import java.util.List;
import java.util.Optional;

/**
 * {@code glibc.malloc.hugetlb=2} has malloc map its arenas from the hugetlb pool (glibc 2.35 and newer, manual,
 * Memory Allocation Tunables): they compete with the heap for its pages. With 1 it advises MADV_HUGEPAGE, which takes
 * none.
 */
final class MallocOnThePool implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Override
    public String id() {
        return "HP-503";
    }

    @Override
    public String title() {
        return "malloc that takes pages of the pool";
    }

    @Override
    public String subject() {
        return "native";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        Optional<String> tunables = look.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""));
        if (tunables.filter(text -> Tunables.malloc(text).equals("2")).isEmpty()) {
            return look.notApplicable("malloc was not told to use the pool");
        }
        Optional<HugePool> pool = Asked.pool(look.host("hugetlb pools", Host::pools), TWO_MIB);
        if (pool.filter(it -> it.total() + it.overcommit() > 0).isEmpty()) {
            return look.notApplicable("the pool is empty, and malloc does without");
        }
        boolean heapWithout = Asked.pages(look) == Requested.HUGETLB
                && Asked.heap(look).pages().stream().noneMatch(pages -> pages.kind() == PageKind.HUGETLB);
        return look.finding(
                heapWithout ? Severity.WARNING : Severity.INFO,
                "malloc takes pages of the hugetlb pool (glibc.malloc.hugetlb=2)"
                        + (heapWithout ? ", and the heap, which was to have them, has none" : ""),
                "Every arena of malloc maps whole pages of the pool, which no calculation of the JVM's own need counts"
                        + " in; how many, depends on its threads.",
                "With glibc.malloc.hugetlb=1 malloc asks for transparent huge pages and leaves the pool to the heap; check:"
                        + " HugePages_Rsvd in /proc/meminfo goes down at the restart.",
                List.of(new Action.Environment(Tunables.VARIABLE, Tunables.withMalloc(tunables.get(), "1"))));
    }
}
