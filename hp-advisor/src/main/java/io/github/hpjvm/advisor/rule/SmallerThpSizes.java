package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;

/**
 * Smaller sizes of transparent huge pages (mTHP). Since 6.8 each size has its own file {@code enabled}. If the file of
 * the PMD size is never and a smaller size is enabled, pages of 64 KiB, for example, can back the heap. No counter of a
 * process shows them: AnonHugePages counts the PMD size only (Documentation/admin-guide/mm/transhuge.rst).
 */
final class SmallerThpSizes implements Rule {

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-603",
                        "only smaller sizes of transparent huge pages are enabled",
                        "heap",
                        Family.PAGE_SIZES,
                        Affected.HEAP)
                .whenRequested(Requested.THP)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.isZ(context)) {
            return context.notApplicable("a ZGC heap is shared memory");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("never") || policy.enabled().equals("never")) {
            return context.notApplicable("the mode for " + policy.pmdSize() + " decides: " + policy.effective());
        }
        ThpSettings settings = context.host("THP settings", Host::thpSettings);
        List<ThpSize> smaller = ThpModes.smaller(policy, settings, ThpModes.optsIn(context, policy));
        if (smaller.isEmpty() && !ThpModes.smaller(policy, settings, true).isEmpty()) {
            return context.notApplicable(
                    "the smaller sizes are for memory that opts in, and HotSpot does not opt in while "
                            + ThpModes.GLOBAL + " is " + policy.enabled());
        }
        if (smaller.isEmpty()) {
            return context.notApplicable("no smaller size is enabled either");
        }
        String sizes = ThpModes.names(smaller);
        return context.finding(
                Severity.INFO,
                "The heap may be on transparent huge pages of " + sizes + ", which smaps shows as base pages",
                "This host enables these sizes but not " + policy.pmdSize()
                        + ". They save page faults, and extend the reach of a TLB that coalesces neighbouring"
                        + " entries, but much less than " + policy.pmdSize() + " pages do.",
                "hugepages-" + smaller.get(smaller.size() - 1).pageSize().value() / 1024
                        + "kB/stats/anon_fault_alloc below /sys/kernel/mm/transparent_hugepage counts them for"
                        + " the whole host. To enable "
                        + policy.pmdSize() + " as well: "
                        + Setting.command("inherit", ThpModes.ofSize(policy).toString()),
                List.of());
    }
}
