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
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.Tunables;
import java.util.List;
import java.util.Optional;

/**
 * HotSpot's flags are about its heap, its code and the tables of its collector. What malloc maps, direct buffers among it,
 * is asked for by nobody, unless glibc is told to ({@code glibc.malloc.hugetlb=1}, glibc 2.35 and newer).
 */
final class DirectBuffersOnBasePages implements Rule {
    private static final Bytes WORTH_SAYING = Bytes.ofGiB(1);

    @Override
    public String id() {
        return "HP-504";
    }

    @Override
    public String title() {
        return "much native memory beside a heap on huge pages";
    }

    @Override
    public String subject() {
        return "native";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) == Requested.NONE) {
            return look.notApplicable("huge pages were not asked for");
        }
        Optional<Backing> own =
                look.maybeJvm("native", jvm -> jvm.region(RegionName.NATIVE).backing());
        if (own.isEmpty()) {
            return look.notApplicable("native memory cannot be told from the rest here");
        }
        Bytes base =
                own.get().residentMin().minus(own.get().hugeMin().min(own.get().residentMin()));
        if (base.compareTo(WORTH_SAYING) < 0) {
            return look.pass(base.rounded() + " of native memory are on base pages: little to gain");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("madvise")) {
            return look.notApplicable("glibc would ask in vain, or need not: the word is " + policy.effective());
        }
        String tunables = look.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""))
                .orElse("");
        if (!Tunables.malloc(tunables).isEmpty()) {
            return look.notApplicable("malloc was told what to do: glibc.malloc.hugetlb=" + Tunables.malloc(tunables));
        }
        return look.finding(
                Severity.INFO,
                base.rounded()
                        + " of native memory are on base pages: the JVM's flags for huge pages do not reach them",
                "Direct buffers and what libraries allocate come from malloc. It asks for huge pages only if it is told to,"
                        + " and then for pieces of 2 MiB or more.",
                "With GLIBC_TUNABLES glibc.malloc.hugetlb=1 (glibc 2.35 and newer) large buffers are on transparent huge pages"
                        + " too; expect a larger resident size. Check: hp-cli advise --pid N, the line native.",
                List.of(new Action.Environment(Tunables.VARIABLE, Tunables.withMalloc(tunables, "1"))));
    }
}
