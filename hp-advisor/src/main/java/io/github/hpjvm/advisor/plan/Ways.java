package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.advisor.whatif.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lays both ways side by side, and recommends one: that which the JVM asks for, if it can be gone; transparent huge pages
 * where it asks for nothing, because they reserve nothing and a flag takes them back.
 */
public final class Ways {
    private static final String THP = "THP";
    private static final String HUGETLB = "HUGETLB";
    private static final String LIMIT_OF_POOL = "hugetlb.";

    private final Jvm jvm;
    private final Launch launch;
    private final Host host;
    private final Trial trial;

    private Ways(Jvm jvm, Trial trial) {
        this.jvm = jvm;
        this.launch = trial.launch();
        this.host = trial.host();
        this.trial = trial;
    }

    /**
     * The same plan with both ways beside it, if it is about the pages of the heap. If a pool was asked for and cannot be
     * had, and the plan does nothing for the heap, it becomes the other way, which takes no memory from anybody.
     *
     * @param findings those that the plan was made of
     * @param trial of that JVM; empty if nothing can be tried
     */
    public static Plan beside(Plan plan, List<Outcome.Finding> findings, Jvm jvm, Optional<Trial> trial) {
        boolean ofHeap = findings.stream().anyMatch(TriedPlan::isAboutPagesOfHeap);
        if (!ofHeap || trial.isEmpty()) {
            return plan;
        }
        Ways ways = new Ways(jvm, trial.get());
        boolean planned = findings.stream()
                .anyMatch(finding -> TriedPlan.isAboutPagesOfHeap(finding)
                        && !plan.idsOf(finding).isEmpty());
        return ways.beside(plan, planned, findings);
    }

    private Plan beside(Plan plan, boolean planned, List<Outcome.Finding> findings) {
        Requested now = PageRequest.of(launch.arguments(), launch.vm());
        Launch then = Applied.of(plan.actions(), launch, host).launch();
        Requested asked = planned ? PageRequest.of(then.arguments(), then.vm()) : now;
        Optional<List<Action>> thp =
                planned && asked == Requested.THP ? Optional.of(plan.actions()) : TransparentWay.actions(launch, host);
        PoolWay pool = PoolWay.of(launch, host, trial);
        List<Action> pooled = planned && asked == Requested.HUGETLB ? plan.actions() : pool.actions();
        Way first = way(THP, thp.orElse(List.of()), transparentPrice(), thp.isEmpty() ? "this kernel has none" : "");
        Way second = way(HUGETLB, pooled, pool.price(), planned && asked == Requested.HUGETLB ? "" : pool.objection());
        List<Way> both = recommended(first, second, asked, now);
        boolean instead = !planned && asked == Requested.HUGETLB && both.get(0).isRecommended();
        return instead
                ? withoutLimits(plan, findings)
                        .followedBy(both.get(0).actions())
                        .with(both)
                : plan.with(both);
    }

    /** What a control group allows of a pool does not matter to one that leaves the pool. */
    private static Plan withoutLimits(Plan plan, List<Outcome.Finding> findings) {
        List<Dropped> dropped = findings.stream()
                .filter(finding -> !plan.idsOf(finding).isEmpty())
                .filter(finding -> finding.actions().stream().allMatch(Ways::isLimitOfPool))
                .map(finding -> new Dropped(
                        finding.rule(), finding.subject(), "on transparent huge pages the JVM takes none of the pool"))
                .toList();
        return plan.without(Ways::isLimitOfPool, dropped);
    }

    private static boolean isLimitOfPool(Action action) {
        return action.setting()
                .filter(setting -> setting.store() == Setting.Store.CGROUP)
                .map(Setting::file)
                .filter(file -> file.startsWith(LIMIT_OF_POOL, file.lastIndexOf('/') + 1))
                .isPresent();
    }

    private Way way(String kind, List<Action> actions, String price, String objection) {
        String why = objection.isEmpty() ? trial.objection(actions, true).orElse("") : objection;
        return new Way(kind, actions, price, why, "");
    }

    private static List<Way> recommended(Way thp, Way pool, Requested asked, Requested now) {
        if (asked == Requested.HUGETLB && pool.isPossible()) {
            return List.of(thp, because(pool, "it is what the JVM asks for, so that its flags can stay"));
        }
        if (thp.isPossible()) {
            String why = now == Requested.THP
                    ? "it is what the JVM asks for, and nothing is reserved for it"
                    : now == Requested.HUGETLB
                            ? "a pool is not to be had here"
                            : "nothing is reserved for it, and a flag takes it back";
            return List.of(because(thp, why), pool);
        }
        return List.of(thp, pool);
    }

    private static Way because(Way way, String why) {
        return new Way(way.kind(), way.actions(), way.price(), way.objection(), why);
    }

    private static String transparentPrice() {
        return "No memory is set aside. The resident size grows where the heap is touched sparsely, page faults may stall"
                + " while memory is compacted, and how much is huge depends on what is free in one piece.";
    }

    /** The flags among those that the JVM has now. */
    static List<String> among(Launch launch, List<String> flags) {
        return launch.arguments().list().stream()
                .map(Argument::text)
                .filter(flags::contains)
                .distinct()
                .toList();
    }

    /** What is set aside for pools that grow. */
    static Bytes taken(List<PoolSize> sizes) {
        return sizes.stream()
                .map(size -> size.pool().pageSize().times(size.more()))
                .reduce(Bytes.ZERO, Bytes::plus);
    }

    static List<Action> with(List<Action> ofHost, Action.JvmFlag flags) {
        List<Action> all = new ArrayList<>(ofHost);
        boolean none = flags.add().isEmpty() && flags.remove().isEmpty();
        all.add(none ? new Action.RestartJvm() : flags);
        return all;
    }
}
