package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A pool that backs the code cache and not the heap. HotSpot reserves its code cache first and then its heap, each all
 * or nothing ({@code codeCache.cpp}, {@code os_linux.cpp}): a pool that is too small for both backs the code cache
 * only.
 */
final class PoolForCodeOnly implements Rule {

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-301",
                        "hugetlb pool backs the code cache but not the heap",
                        "code",
                        Family.POOL_USE,
                        Affected.HEAP)
                .whenRequested(Requested.HUGETLB)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (heap.pages().stream().anyMatch(pages -> pages.kind() == PageKind.HUGETLB)) {
            return context.pass("the pool backs the heap");
        }
        Backing code = context.jvm("code", jvm -> jvm.region(RegionName.CODE).backing());
        if (!code.kind().equals(Optional.of(PageKind.HUGETLB))) {
            return context.pass("the pool does not back the code either");
        }
        return context.finding(
                Severity.INFO,
                code.reserved() + " of the pool are reserved for the code cache, and " + code.residentMin()
                        + " of them are used",
                "The JVM reserves the code cache before the heap, and keeps the reservation until it"
                        + " ends. HP-101 reports the pages that the heap lacks.",
                "If the pool cannot be enlarged, start the JVM without -XX:+UseLargePages: this" + " releases "
                        + code.reserved() + ". Check: HugePages_Rsvd in /proc/meminfo is lower.",
                List.of());
    }
}
