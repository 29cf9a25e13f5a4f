package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * {@code LargePageSizeInBytes=1g}: no effect before 17 (JDK-8256155), refused by ZGC, and with the others the heap is
 * rounded up to whole pages of that size ({@code gcArguments.cpp}, compute_heap_alignment).
 */
final class GiganticPages implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String FLAG = "-XX:LargePageSizeInBytes=";

    /** A twentieth more than was asked for is more than the usual rounding. */
    private static final long SHARE = 20;

    @Override
    public String id() {
        return "HP-601";
    }

    @Override
    public String title() {
        return "pages of 1 GiB: no effect, or a larger heap than asked for";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        List<String> given = HeapArguments.written(look, List.of(FLAG));
        Optional<Bytes> size = given.stream()
                .reduce((first, last) -> last)
                .flatMap(text -> HeapArguments.size(text.substring(FLAG.length())))
                .filter(named -> named.compareTo(TWO_MIB) > 0);
        if (size.isEmpty()) {
            return look.notApplicable("no page size above 2 MiB was asked for");
        }
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Optional<Bytes> taken = Asked.namedPageSize(look);
        if (taken.isEmpty()) {
            return look.finding(
                    Severity.INFO,
                    "Pages of " + size.get() + " were asked for, and this JVM takes no notice",
                    "LargePageSizeInBytes has an effect since 17 (JDK-8256155), and none on ZGC, which from 17 on does not"
                            + " even start with it.",
                    "Without the flag nothing changes, and a newer JVM starts as well.",
                    List.of(new Action.JvmFlag(List.of(), given)));
        }
        Bytes max = HeapArguments.max(look);
        Optional<Bytes> asked = HeapArguments.givenMax(look);
        boolean rounded = asked.filter(it -> max.compareTo(it.plus(it.dividedBy(SHARE))) > 0)
                .isPresent();
        if (!rounded) {
            return look.pass("the heap of " + max + " is not much larger than asked for");
        }
        return look.finding(
                Severity.INFO,
                "The heap may grow to " + max + " instead of " + asked.get() + ": it is rounded up to whole pages of "
                        + size.get(),
                "The JVM says nothing about it. The pool holds the whole of it from the start; code and the tables of the"
                        + " collector take pages of 2 MiB beside it.",
                "With an -Xmx that is a multiple of " + size.get() + " the arguments say what happens; with " + FLAG
                        + "2m, and a pool of such pages, the heap is what was asked for.",
                List.of());
    }
}
