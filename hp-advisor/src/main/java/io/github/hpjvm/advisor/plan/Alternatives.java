package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two alternatives for the pages of a heap, THP and a hugetlb pool. The advice recommends the kind that the JVM requests, if
 * it is possible. It recommends the pool to a JVM that requests THP on a host without enough free blocks of a huge page. It
 * recommends THP to a JVM that requests none, because THP reserves no memory.
 */
public final class Alternatives {
    private static final String THP = "THP";
    private static final String HUGETLB = "HUGETLB";
    private static final String LIMIT_OF_POOL = "hugetlb.";
    private static final String RESOURCE_OF_POOL = "hugepages-";
    private static final String NO_THP = "this kernel has no transparent huge pages for this heap";
    private static final String COST_OF_THP =
            "No memory is reserved. The resident size grows if the program touches the"
                    + " heap sparsely. Page faults may stall while the kernel compacts memory, and the coverage depends on free"
                    + " memory in blocks of a huge page.";

    private final Launch launch;
    private final Host host;
    private final WhatIf whatIf;
    private final Consequences consequences;

    private Alternatives(Consequences consequences) {
        this.whatIf = consequences.whatIf();
        this.launch = whatIf.launch();
        this.host = whatIf.host();
        this.consequences = consequences;
    }

    /**
     * The plan with both alternatives, if it is about the pages of the heap; else the plan itself. A plan that does nothing
     * for the heap of a JVM that requests a pool gets the actions of the other alternative if the pool is not possible.
     *
     * @param findings the findings that the plan was made from
     * @param consequences judges the alternatives; empty if nothing can be tried
     */
    public static Plan beside(Plan plan, List<Outcome.Finding> findings, Optional<Consequences> consequences) {
        boolean ofHeap = findings.stream().anyMatch(TriedPlan::isAboutPagesOfHeap);
        if (!ofHeap || consequences.isEmpty()) {
            return plan;
        }
        return new Alternatives(consequences.get()).beside(plan, isPlanned(plan, findings), findings);
    }

    /**
     * The plan with the steps that {@link #beside} gives it. It tries the alternatives only if they may change the steps: the
     * plan does nothing for the heap, and the JVM requests a pool, or THP that memory is too fragmented for.
     */
    public static Plan withSteps(Plan plan, List<Outcome.Finding> findings, Optional<Consequences> consequences) {
        if (consequences.isEmpty() || isPlanned(plan, findings)) {
            return plan;
        }
        Launch launch = consequences.get().whatIf().launch();
        Requested now = PageRequest.of(launch.arguments(), launch.vm());
        boolean mayChange = now == Requested.HUGETLB
                || now == Requested.THP
                        && thpIsExhausted(findings, consequences.get().whatIf().host());
        return mayChange ? beside(plan, findings, consequences) : plan;
    }

    /** Returns whether the plan has actions for the pages of the heap. */
    private static boolean isPlanned(Plan plan, List<Outcome.Finding> findings) {
        return findings.stream()
                .anyMatch(finding -> TriedPlan.isAboutPagesOfHeap(finding)
                        && !plan.idsOf(finding).isEmpty());
    }

    /**
     * Returns both alternatives for a JVM that has no plan, THP first. The alternative that the plan uses keeps the present
     * arguments if that is possible.
     */
    public static List<Alternative> of(WhatIf whatIf) {
        Alternatives both = new Alternatives(new Consequences(whatIf));
        Requested now = PageRequest.of(both.launch.arguments(), both.launch.vm());
        return withRecommendation(
                both.ownThp(), both.ownPool(PoolAlternative.of(both.launch, both.host, whatIf)), now, now, false);
    }

    private Alternative ownThp() {
        Optional<List<Action>> actions = ThpAlternative.actions(launch, host);
        return alternative(THP, actions.orElse(List.of()), COST_OF_THP, actions.isEmpty() ? NO_THP : "");
    }

    private Alternative ownPool(PoolAlternative own) {
        return alternative(HUGETLB, own.actions(), own.cost(), own.objection());
    }

    /**
     * Adds both alternatives to the plan; {@link #withRecommendation} chooses.
     *
     * @param planned true if the plan has actions for the pages of the heap
     */
    private Plan beside(Plan plan, boolean planned, List<Outcome.Finding> findings) {
        Requested now = PageRequest.of(launch.arguments(), launch.vm());
        Launch then = Applied.of(plan.actions(), launch, host).launch();
        Requested requested = planned ? PageRequest.of(then.arguments(), then.vm()) : now;
        // The plan is itself one of the alternatives if it is about the heap.
        boolean planIsThp = planned && requested == Requested.THP;
        boolean planIsPool = planned && requested == Requested.HUGETLB;

        Alternative thp = planIsThp ? alternative(THP, plan.actions(), COST_OF_THP, "") : ownThp();
        PoolAlternative own = PoolAlternative.of(launch, host, whatIf);
        Alternative pool = planIsPool ? alternative(HUGETLB, plan.actions(), own.cost(), "") : ownPool(own);

        boolean fragmented = requested == Requested.THP && thpIsExhausted(findings, host);
        List<Alternative> both = withRecommendation(thp, pool, requested, now, fragmented);
        if (!planned && fragmented && both.get(1).isRecommended()) {
            return plan.followedBy(both.get(1).actions()).with(both);
        }
        boolean instead =
                !planned && requested == Requested.HUGETLB && both.get(0).isRecommended();
        return instead
                ? withoutLimits(plan, findings)
                        .followedBy(both.get(0).actions())
                        .with(both)
                : plan.with(both);
    }

    /**
     * Returns whether the heap has few of the transparent huge pages that it requests, and no action is left that
     * changes that. Where the free blocks are not known, fragmentation is a guess. More free blocks do not help a heap whose
     * borders cut off huge pages.
     */
    private static boolean thpIsExhausted(List<Outcome.Finding> findings, Host host) {
        String rule = Rules.ofHeap(Requested.THP).id();
        return host.fragmentation().known().isPresent()
                && findings.stream()
                        .anyMatch(finding -> finding.rule().equals(rule)
                                && finding.actions().isEmpty()
                                && !finding.is(Outcome.Finding.Trait.SAME_AFTER_RESTART));
    }

    /** The plan without raised limits on hugetlb pages: a JVM that leaves the pool does not need them. */
    private static Plan withoutLimits(Plan plan, List<Outcome.Finding> findings) {
        List<OmittedFinding> omitted = findings.stream()
                .filter(finding -> !plan.idsOf(finding).isEmpty())
                .filter(finding -> finding.actions().stream().allMatch(Alternatives::isLimitOfPool))
                .map(finding -> new OmittedFinding(
                        finding.rule(),
                        finding.subject(),
                        "with transparent huge pages the JVM uses no page of the pool"))
                .toList();
        return plan.without(Alternatives::isLimitOfPool, omitted);
    }

    private static boolean isLimitOfPool(Action action) {
        // The limit of another container is one on hugetlb pages, and has no resources.
        boolean ofPod = action.phase() == Phase.POD
                && action.resources().keySet().stream().allMatch(name -> name.startsWith(RESOURCE_OF_POOL));
        return ofPod || isFileOfLimit(action);
    }

    private static boolean isFileOfLimit(Action action) {
        return action.setting()
                .filter(setting -> setting.store() == Setting.Store.CGROUP)
                .map(Setting::file)
                .filter(file -> file.startsWith(LIMIT_OF_POOL, file.lastIndexOf('/') + 1))
                .isPresent();
    }

    private Alternative alternative(String kind, List<Action> actions, String cost, String objection) {
        String why = objection.isEmpty() ? consequences.objection(actions, true).orElse("") : objection;
        return new Alternative(kind, actions, cost, why, "");
    }

    /**
     * Both, THP first.
     *
     * @param requested pages that the JVM requests once the plan is carried out
     * @param now pages that it requests now
     * @param fragmented true if the JVM requests THP, and memory is too fragmented for them
     */
    private static List<Alternative> withRecommendation(
            Alternative thp, Alternative pool, Requested requested, Requested now, boolean fragmented) {
        if (fragmented && pool.isPossible()) {
            String why = thp.isPossible()
                    ? "memory is too fragmented for the transparent huge pages that it requests"
                    : "the transparent huge pages that it requests are not possible";
            return List.of(thp, pool.recommended(why));
        }
        if (requested == Requested.HUGETLB && pool.isPossible()) {
            String why = now == Requested.HUGETLB
                    ? "the JVM requests it, so its flags need no change"
                    : "after the plan the JVM requests it";
            return List.of(thp, pool.recommended(why));
        }
        if (!thp.isPossible()) {
            return List.of(thp, pool);
        }
        String why = switch (now) {
            case THP -> "the JVM requests it, and it reserves no memory";
            case HUGETLB -> "a pool with enough pages is not possible here";
            case NONE, UNKNOWN -> "it reserves no memory, and removing the flag undoes it";
        };
        return List.of(thp.recommended(why), pool);
    }

    /** The flags that the JVM has now. */
    static List<String> among(Launch launch, List<String> flags) {
        return launch.arguments().list().stream()
                .map(Argument::text)
                .filter(flags::contains)
                .distinct()
                .toList();
    }

    /** The actions on the host and the flags, or a restart if no flag changes. */
    static List<Action> with(List<Action> ofHost, JvmFlag flags) {
        List<Action> all = new ArrayList<>(ofHost);
        boolean none = flags.add().isEmpty() && flags.remove().isEmpty();
        all.add(none ? new RestartJvm() : flags);
        return all;
    }
}
