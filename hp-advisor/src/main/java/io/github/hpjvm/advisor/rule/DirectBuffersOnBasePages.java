package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.Tunables;
import java.util.List;
import java.util.Optional;

/**
 * Native memory on base pages. HotSpot's flags cover its heap, its code and the tables of its collector. Memory that
 * malloc maps, such as direct buffers, opts in only with {@code glibc.malloc.hugetlb=1} (glibc 2.35 and newer).
 */
final class DirectBuffersOnBasePages implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    @Override
    public String id() {
        return "HP-504";
    }

    @Override
    public String title() {
        return "native memory on base pages beside a heap on huge pages";
    }

    @Override
    public String subject() {
        return "native";
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) == Requested.NONE) {
            return context.notApplicable("huge pages are not requested");
        }
        Optional<Backing> own =
                context.maybeJvm("native", jvm -> jvm.region(RegionName.NATIVE).backing());
        if (own.isEmpty()) {
            return context.notApplicable("native memory cannot be distinguished from other memory here");
        }
        Bytes base = own.get().baseMin();
        if (base.compareTo(WORTH_SAYING) < 0) {
            return context.pass(base.rounded() + " of native memory on base pages: too little to benefit");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("madvise")) {
            return context.notApplicable(
                    "glibc cannot change the pages: the host is in " + policy.effective() + " mode");
        }
        String tunables = context.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""))
                .orElse("");
        if (!Tunables.malloc(tunables).isEmpty()) {
            return context.notApplicable(
                    "malloc has a setting already: glibc.malloc.hugetlb=" + Tunables.malloc(tunables));
        }
        return context.finding(
                Severity.INFO,
                base.rounded()
                        + " of native memory are on base pages: the JVM's page flags do not affect native memory",
                "malloc provides direct buffers and the memory of native libraries. It uses huge"
                        + " pages only if a tunable of glibc enables them, and only for allocations of 2 MiB or"
                        + " more.",
                "With GLIBC_TUNABLES=glibc.malloc.hugetlb=1 (glibc 2.35 and newer) transparent huge"
                        + " pages back large buffers too. Resident size can grow. Check: hp-cli advise --pid N,"
                        + " the line native.",
                List.of(new Action.Environment(Tunables.VARIABLE, Tunables.withMalloc(tunables, "1"))));
    }
}
