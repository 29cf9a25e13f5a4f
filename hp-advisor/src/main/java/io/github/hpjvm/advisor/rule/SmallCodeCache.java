package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A code cache that is too small for hugetlb pages. The JVM uses pool pages for code only if the code cache has room
 * for eight ({@code codeCache.cpp}, CodeCache::page_size): a code cache of less than 16 MiB stays on base pages. With
 * transparent huge pages the JVM advises the whole blocks of a smaller code cache too ({@code virtualspace.cpp},
 * VirtualSpace::initialize) (measured with 12 MiB on 17).
 */
final class SmallCodeCache implements Rule {
    private static final Bytes EIGHT_PAGES = Bytes.ofMiB(16);
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String FLAG = "ReservedCodeCacheSize";

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-501", "code cache too small for hugetlb pages", "code", Family.OUTSIDE_HEAP, Affected.CODE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.HUGETLB) {
            return context.notApplicable("hugetlb pages are not requested");
        }
        List<String> given = HeapArguments.written(context, List.of("-XX:" + FLAG + "="));
        Optional<Bytes> size = context.flag(FLAG)
                .map(VmFlag::value)
                .or(() -> given.stream().reduce((first, last) -> last).map(text -> text.substring(FLAG.length() + 5)))
                .flatMap(HeapArguments::size);
        if (size.isEmpty()) {
            return context.pass("ReservedCodeCacheSize is not set, and the default is large enough");
        }
        if (size.get().compareTo(EIGHT_PAGES) >= 0) {
            return context.pass("a code cache of " + size.get() + " is large enough");
        }
        boolean enough = PageFacts.pool(context.host("hugetlb pools", Host::pools), TWO_MIB)
                .filter(pool -> TWO_MIB.times(pool.usable()).compareTo(EIGHT_PAGES) >= 0)
                .isPresent();
        return context.finding(
                Severity.INFO,
                "A code cache of " + size.get() + " stays on base pages; the JVM uses pool pages from " + EIGHT_PAGES
                        + " on",
                "The code cache is the only code that page flags affect, and the JVM requires room"
                        + " for eight huge pages."
                        + (enough
                                ? ""
                                : " The pool has fewer than eight pages available, and code would take pages that the"
                                        + " heap needs."),
                "With " + EIGHT_PAGES + " the code is on huge pages too. Check: hp-cli advise --pid N, the line code.",
                enough ? List.of(new Action.JvmFlag(List.of("-XX:" + FLAG + "=16m"), given)) : List.of());
    }
}
