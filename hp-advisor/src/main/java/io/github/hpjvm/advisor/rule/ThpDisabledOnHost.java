package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageCost;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A host in never mode, as guides for Redis, MongoDB or Oracle recommended. In madvise mode these programs get no
 * transparent huge pages either, unless they opt in. Redis accepts madvise (redis#3895, redis#4001), and MongoDB uses
 * huge pages since 8.0.
 */
final class ThpDisabledOnHost implements Rule {
    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-801", "transparent huge pages disabled on the host", "host", Family.HOST, Affected.HEAP)
                .inHealthCheck()
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.NONE) {
            return context.notApplicable("huge pages are requested, which other rules judge");
        }
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return context.notApplicable("a ZGC heap is shared memory, which another file controls");
        }
        Backing heap = PageFacts.heap(context);
        if (heap.residentMin().compareTo(PageCost.smallestHeap(context)) < 0 || !isOnBasePages(heap)) {
            return context.notApplicable("this heap is too small to benefit");
        }
        if (context.hostHasNoThp()) {
            return context.notApplicable("this kernel was built without transparent huge pages");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("never")) {
            return context.notApplicable("transparent huge pages are available on this host");
        }
        return context.finding(
                Severity.INFO,
                "Transparent huge pages are disabled on this host (" + ThpModes.describe(policy) + "), and a heap of "
                        + heap.residentMin().rounded() + " could use them",
                "Guides for Redis, MongoDB, Oracle and others recommend this because of always mode."
                        + " In madvise mode a program that does not opt in gets no huge pages either. Redis has"
                        + " accepted madvise since 2020, and MongoDB 8.0 recommends huge pages. This rule does"
                        + " not check whether such a program runs here. hp-cli ps lists the processes on huge"
                        + " pages.",
                "In madvise mode with -XX:+UseTransparentHugePages, the heap is on " + policy.pmdSize() + " pages."
                        + " Programs that do not opt in stay on base pages. To enable it: " + commands(policy)
                        + ". To measure it: hp-cli try -- COMMAND.",
                List.of());
    }

    /** Returns whether no huge page was seen; a sample cannot show that there is none. */
    private static boolean isOnBasePages(Backing heap) {
        return heap.sampled().isPresent()
                ? heap.likely().hugeMax().isZero()
                : heap.hugeMax().isZero();
    }

    /** The commands that set madvise mode. A never in the file of the size overrides the global file. */
    private static String commands(ThpPolicy policy) {
        List<String> commands = new ArrayList<>();
        if (!policy.enabled().equals("madvise")) {
            commands.add(Setting.command("madvise", ThpModes.GLOBAL.toString()));
        }
        if (policy.pmdEnabled().equals(Optional.of("never"))) {
            commands.add(Setting.command("inherit", ThpModes.ofSize(policy).toString()));
        }
        return String.join(" and ", commands);
    }
}
