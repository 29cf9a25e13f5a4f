package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Since 6.8 each size of transparent huge pages has a word of its own. Where that of the PMD size says never and a smaller
 * size is allowed, a heap can be on pages of 64 KiB and the like, which no counter of a process shows: AnonHugePages is
 * about the PMD size alone (Documentation/admin-guide/mm/transhuge.rst).
 */
final class SmallerThpSizes implements Rule {

    @Override
    public String id() {
        return "HP-603";
    }

    @Override
    public String title() {
        return "only smaller sizes of transparent huge pages are allowed";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return look.notApplicable("a ZGC heap is shared memory");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("never") || policy.enabled().equals("never")) {
            return look.notApplicable("the word for " + policy.pmdSize() + " decides alone: " + policy.effective());
        }
        List<ThpSize> smaller = look.host("THP settings", Host::thpSettings).sizes().stream()
                .filter(size -> size.pageSize().compareTo(policy.pmdSize()) < 0)
                .filter(size -> size.effective()
                        .filter(word -> word.equals("always") || word.equals("madvise"))
                        .isPresent())
                .toList();
        if (smaller.isEmpty()) {
            return look.notApplicable("no smaller size is allowed either");
        }
        String sizes = smaller.stream().map(size -> size.pageSize().toString()).collect(Collectors.joining(", "));
        return look.finding(
                Severity.INFO,
                "The heap may be on transparent huge pages of " + sizes + ", which smaps shows as base pages",
                "This host allows those sizes and none of " + policy.pmdSize()
                        + ". They save page faults, and reach further"
                        + " in a TLB that puts neighbours together, but much less far than " + policy.pmdSize() + ".",
                "hugepages-" + smaller.get(smaller.size() - 1).pageSize().value() / 1024
                        + "kB/stats/anon_fault_alloc below"
                        + " /sys/kernel/mm/transparent_hugepage counts them for the whole host. To have "
                        + policy.pmdSize() + " as well: echo inherit > " + ThpWords.ofSize(policy),
                List.of());
    }
}
