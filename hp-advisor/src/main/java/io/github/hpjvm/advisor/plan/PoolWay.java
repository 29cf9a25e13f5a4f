package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.advisor.whatif.Trial;
import java.util.ArrayList;
import java.util.List;

/**
 * What it takes to have the heap on pages of a pool: the pages, and the flag.
 *
 * @param actions in order; empty if that cannot be reckoned
 * @param price what it costs
 * @param objection why it cannot be; empty if nothing is known against it
 */
record PoolWay(List<Action> actions, String price, String objection) {
    private static final String ASKING = "-XX:+UseLargePages";
    private static final List<String> AGAINST = List.of(
            "-XX:-UseLargePages", "-XX:+UseTransparentHugePages", "-XX:-UseTransparentHugePages", "-XX:+UseSHM");

    private static final String SIZE = "-XX:LargePageSizeInBytes=";
    private static final Bytes USUAL = Bytes.ofMiB(2);
    private static final int NAMES_SIZES_SINCE = 17;

    static PoolWay of(Launch launch, Host host, Trial trial) {
        boolean asks = PageRequest.of(launch.arguments(), launch.vm()) == Requested.HUGETLB;
        List<String> add = asks ? List.of() : asking(launch, host);
        Launch asked = asks
                ? launch
                : Applied.of(List.of(new Action.JvmFlag(add, Ways.among(launch, AGAINST))), launch, host)
                        .launch();
        PoolSizes sizes = PoolSizes.of(List.of(JvmTenant.of(asked, host)), 0, false, host);
        Bytes taken = Ways.taken(sizes.pools());
        String price = (taken.isZero() ? "The pool has the pages already" : taken + " are taken from all others")
                + ", whether the JVM runs or not. The heap is huge from the start and stays so: nothing stalls, nothing is"
                + " split or swapped.";
        if (!sizes.isComplete()) {
            String why = sizes.tenants().get(0).unknown();
            return new PoolWay(List.of(), price, why.isEmpty() ? "no pool is known here" : why);
        }
        List<Action> ofHost = new ArrayList<>();
        for (PoolSize size : sizes.pools()) {
            if (size.more() > 0) {
                ofHost.add(action(size));
            }
        }
        Action.JvmFlag flags = new Action.JvmFlag(add, asks ? List.of() : Ways.among(launch, AGAINST));
        return new PoolWay(
                Ways.with(ofHost, flags),
                price,
                sizes.isRefused() || isTooMuch(taken, trial) ? tooMuch(taken, launch, trial) : "");
    }

    /** Gigantic pages, which are a host's default at times, are for those who name them: others take 2 MiB (JDK-8256155). */
    private static List<String> asking(Launch launch, Host host) {
        boolean gigantic = host.defaultHugePageSize().compareTo(USUAL) > 0;
        boolean heeds = launch.vm()
                        .release()
                        .filter(release -> release.isAtLeast(NAMES_SIZES_SINCE))
                        .isPresent()
                && launch.vm().gc().filter(Collector::isZ).isEmpty();
        boolean named = launch.arguments().list().stream().map(Argument::text).anyMatch(text -> text.startsWith(SIZE));
        boolean there = host.pool(USUAL).isPresent();
        return gigantic && heeds && there && !named ? List.of(ASKING, SIZE + "2m") : List.of(ASKING);
    }

    private static boolean isTooMuch(Bytes taken, Trial trial) {
        return trial.available().filter(size -> size.compareTo(taken) < 0).isPresent();
    }

    private static String tooMuch(Bytes taken, Launch launch, Trial trial) {
        Bytes heap = launch.vm().maxHeap().orElse(Bytes.ZERO);
        String smaller = trial.available()
                .map(size -> "; " + Trial.smaller(size, taken.minus(heap.min(taken))))
                .orElse("");
        return "the host would be left without memory: " + taken + " are not to be had" + smaller;
    }

    private static Action action(PoolSize size) {
        HugePool pool = size.pool();
        PoolSetting setting = size.setting();
        return size.found() == Found.AT_BOOT
                ? new Action.KernelArgument(setting.bootArgument(String.valueOf(size.toWrite())))
                : setting.write(
                        size.toWrite(),
                        pool.persistent(),
                        pool.pageSize().times(size.more()) + " taken from all others");
    }
}
