package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.JvmFlag;
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
 * Effects of {@code LargePageSizeInBytes=1g}: none before 17 (JDK-8256155), ZGC refuses it, and the other collectors
 * round the heap up to whole pages of that size ({@code gcArguments.cpp}, compute_heap_alignment).
 */
final class GiganticPages implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String FLAG = "-XX:LargePageSizeInBytes=";

    /** A heap that exceeds -Xmx by more than a twentieth exceeds normal rounding. */
    private static final long SHARE = 20;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-601",
                        "pages of 1 GiB: no effect, or a larger heap than requested",
                        "heap",
                        Family.PAGE_SIZES,
                        Affected.NONE)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        List<String> given = HeapArguments.written(context, List.of(FLAG));
        Optional<Bytes> size = given.stream()
                .reduce((first, last) -> last)
                .flatMap(text -> HeapArguments.size(text.substring(FLAG.length())))
                .filter(named -> named.compareTo(TWO_MIB) > 0);
        if (size.isEmpty()) {
            return context.notApplicable("no page size above 2 MiB is requested");
        }
        if (PageFacts.requested(context) != Requested.HUGETLB) {
            return context.notApplicable("hugetlb pages are not requested");
        }
        Optional<Bytes> supported = PageFacts.namedPageSize(context);
        if (supported.isEmpty()) {
            return context.finding(
                    Severity.INFO,
                    "Pages of " + size.get() + " are requested, but this JVM ignores the flag",
                    "LargePageSizeInBytes has an effect since 17 (JDK-8256155). ZGC ignores it in 11 and"
                            + " does not start with it from 17 on.",
                    "Without the flag this JVM behaves the same, and a newer JVM starts as well.",
                    List.of(new JvmFlag(List.of(), given)));
        }
        Bytes max = HeapArguments.max(context);
        Optional<Bytes> explicit = HeapArguments.explicitMax(context);
        boolean rounded = explicit.filter(it -> max.compareTo(it.plus(it.dividedBy(SHARE))) > 0)
                .isPresent();
        if (!rounded) {
            return context.pass("the heap of " + max + " is not much larger than requested");
        }
        return context.finding(
                Severity.INFO,
                "The heap can grow to " + max + " instead of " + explicit.get()
                        + ": the JVM rounds it up to whole pages of " + size.get(),
                "The JVM prints no message about this. It reserves the whole heap from the start."
                        + " Code and the tables of the collector use smaller pages where they are too small for one.",
                "With an -Xmx that is a multiple of " + size.get()
                        + " the heap has the requested size. The same holds with " + FLAG
                        + "2m and a pool of such pages.",
                List.of());
    }
}
