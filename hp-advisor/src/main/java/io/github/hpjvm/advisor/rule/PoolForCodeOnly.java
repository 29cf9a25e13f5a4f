package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * HotSpot reserves its code cache first and then its heap, each all or nothing ({@code codeCache.cpp},
 * {@code os_linux.cpp}): of a pool that is too small it takes pages for code, and its heap gets none.
 */
final class PoolForCodeOnly implements Rule {

    @Override
    public String id() {
        return "HP-301";
    }

    @Override
    public String title() {
        return "a pool that holds code and no heap";
    }

    @Override
    public String subject() {
        return "code";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (heap.pages().stream().anyMatch(pages -> pages.kind() == PageKind.HUGETLB)) {
            return look.pass("the heap has pages of the pool");
        }
        Backing code = look.jvm("code", jvm -> jvm.region(RegionName.CODE).backing());
        if (!code.kind().equals(Optional.of(PageKind.HUGETLB))) {
            return look.pass("the code is on none of the pool either");
        }
        return look.finding(
                Severity.INFO,
                code.reserved() + " of the pool are promised to the code cache, and " + code.residentMin()
                        + " of them are used",
                "The code cache is served before the heap, and keeps what it was promised until the JVM ends. Another rule"
                        + " says what the heap is short of.",
                "Where the pool cannot become larger, start the JVM without -XX:+UseLargePages: that gives back "
                        + code.reserved() + "; HugePages_Rsvd in /proc/meminfo goes down.",
                List.of());
    }
}
