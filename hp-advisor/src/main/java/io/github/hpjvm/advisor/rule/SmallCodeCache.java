package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * Code goes onto pages of a pool only if there is room for eight of them ({@code codeCache.cpp}, CodeCache::page_size): a
 * code cache of less than 16 MiB stays on base pages. With transparent huge pages the whole blocks of a smaller one are
 * advised all the same ({@code virtualspace.cpp}, VirtualSpace::initialize), which was measured with 12 MiB on 17.
 */
final class SmallCodeCache implements Rule {
    private static final Bytes EIGHT_PAGES = Bytes.ofMiB(16);
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String FLAG = "ReservedCodeCacheSize";

    @Override
    public String id() {
        return "HP-501";
    }

    @Override
    public String title() {
        return "a code cache too small for pages of the pool";
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
        List<String> given = HeapArguments.written(look, List.of("-XX:" + FLAG + "="));
        Optional<Bytes> size = look.flag(FLAG)
                .map(VmFlag::value)
                .or(() -> given.stream().reduce((first, last) -> last).map(text -> text.substring(FLAG.length() + 5)))
                .flatMap(HeapArguments::size);
        if (size.isEmpty()) {
            return look.pass("its size was left to the JVM, which makes it large enough");
        }
        if (size.get().compareTo(EIGHT_PAGES) >= 0) {
            return look.pass("a code cache of " + size.get() + " is large enough");
        }
        boolean enough = Asked.pool(look.host("hugetlb pools", Host::pools), TWO_MIB)
                .filter(pool -> TWO_MIB.times(pool.usable()).compareTo(EIGHT_PAGES) >= 0)
                .isPresent();
        return look.finding(
                Severity.INFO,
                "A code cache of " + size.get() + " stays on base pages; from " + EIGHT_PAGES
                        + " on it gets those of the pool",
                "The code cache is the only code of a JVM that its flags put onto huge pages, and the JVM wants room for"
                        + " eight of them."
                        + (enough
                                ? ""
                                : " The pool has no eight pages to give: the code would take them from the heap."),
                "With " + EIGHT_PAGES + " the code is on huge pages too; check: hp-cli advise --pid N, the line code.",
                enough ? List.of(new Action.JvmFlag(List.of("-XX:" + FLAG + "=16m"), given)) : List.of());
    }
}
