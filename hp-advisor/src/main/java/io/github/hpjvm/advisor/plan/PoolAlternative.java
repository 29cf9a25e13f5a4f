package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The actions that put the heap on pages of a hugetlb pool: the pages and the flag.
 *
 * @param actions in the order of execution; empty if they cannot be computed
 * @param cost their cost
 * @param objection why the pool is not possible; empty if nothing is known against it
 */
public record PoolAlternative(List<Action> actions, String cost, String objection) {
    private static final String LARGE_PAGES = "-XX:+UseLargePages";
    private static final List<String> CONTRARY = List.of(
            "-XX:-UseLargePages",
            "-XX:+UseTransparentHugePages",
            "-XX:-UseTransparentHugePages",
            "-XX:+UseSHM",
            "-XX:-UseHugeTLBFS",
            "-XX:-UseSHM");

    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    /** Since this release each collector but ZGC takes the page size that {@code LargePageSizeInBytes} names. */
    private static final int PAGE_SIZE_COUNTS_SINCE = 17;

    private static final String EFFECT =
            "not available to other processes, even while the JVM is stopped. Huge pages back"
                    + " the heap from the start: no fault stalls, and no page is split or swapped.";

    static PoolAlternative of(Launch launch, Host host, WhatIf whatIf) {
        boolean requested =
                PageRequest.of(launch.arguments(), launch.vm()) == Requested.HUGETLB && !mayBeDenied(launch);
        JvmFlag flags = requested
                ? new JvmFlag(List.of(), List.of())
                : new JvmFlag(flags(launch, host), Alternatives.among(launch, CONTRARY));
        Launch then =
                requested ? launch : Applied.of(List.of(flags), launch, host).launch();
        PoolSizes sizes = PoolSizes.of(List.of(JvmTenant.of(then, host)), 0, false, host);
        Bytes growth = growth(sizes.pools());
        String cost =
                (growth.isZero() ? "The pool has the pages already: they are " : growth + " are reserved: ") + EFFECT;
        if (!sizes.isComplete()) {
            String why = sizes.tenants().get(0).unknown();
            return new PoolAlternative(List.of(), cost, why.isEmpty() ? "no hugetlb pool is known on this host" : why);
        }
        List<Action> ofHost = new ArrayList<>();
        sizes.pools().forEach(size -> ofHost.addAll(actions(size)));
        return new PoolAlternative(
                Alternatives.with(ofHost, flags),
                cost + partOfPool(launch, sizes),
                sizes.pools().stream().anyMatch(PoolSize::isRefused) || isTooMuch(growth, whatIf)
                        ? tooMuch(growth, launch, whatIf)
                        : "");
    }

    /**
     * Returns whether it asks for System V shared memory, to which it may have no right (can_do_hugetlb_shm in {@code
     * fs/hugetlbfs/inode.c}).
     */
    private static boolean mayBeDenied(Launch launch) {
        return !Alternatives.among(launch, List.of("-XX:+UseSHM")).isEmpty()
                && !launch.mayUseShm().equals(Optional.of(true));
    }

    /** The cost of a pool that the kernel fills in part; empty if the kernel has free blocks for all pages. */
    private static String partOfPool(Launch launch, PoolSizes sizes) {
        boolean inPart =
                sizes.pools().stream().anyMatch(size -> size.availability().mayLackPages());
        boolean z = launch.vm().gc().filter(Collector::isZ).isPresent();
        return !inPart
                ? ""
                : " The kernel must compact memory and may allocate fewer pages."
                        + (z ? " ZGC does not start with a part of the pages that its initial heap needs." : "");
    }

    /**
     * The flags that request pages of the pool. Where the default size is gigantic, they name 2 MiB: gigantic pages are for
     * a JVM that names them (JDK-8256155).
     */
    private static List<String> flags(Launch launch, Host host) {
        boolean gigantic = host.defaultHugePageSize().compareTo(TWO_MIB) > 0;
        boolean sizeCounts = launch.vm()
                        .release()
                        .filter(release -> release.isAtLeast(PAGE_SIZE_COUNTS_SINCE))
                        .isPresent()
                && (launch.vm().gc().filter(Collector::isZ).isEmpty() || LargePageSize.mustBe2MiB(launch.vm(), host));
        boolean named = LargePageSize.isNamed(launch.arguments().texts());
        return gigantic && sizeCounts && host.pool(TWO_MIB).isPresent() && !named
                ? List.of(LARGE_PAGES, LargePageSize.OF_2_MIB)
                : List.of(LARGE_PAGES);
    }

    /** The memory that the pools take when they grow. */
    private static Bytes growth(List<PoolSize> sizes) {
        return sizes.stream()
                .map(size -> size.pool().pageSize().times(size.growth()))
                .reduce(Bytes.ZERO, Bytes::plus);
    }

    private static boolean isTooMuch(Bytes growth, WhatIf whatIf) {
        return whatIf.available().filter(size -> size.compareTo(growth) < 0).isPresent();
    }

    private static String tooMuch(Bytes growth, Launch launch, WhatIf whatIf) {
        Bytes heap = launch.vm().maxHeap().orElse(Bytes.ZERO);
        String smaller = whatIf.available()
                .map(size -> "; " + WhatIf.smaller(size, growth.minus(heap.min(growth))))
                .orElse("");
        return "the host would run out of memory: " + growth + " for pools are not available" + smaller;
    }

    /** The actions that give a pool its pages: those that NUMA nodes lack first; none if it has enough. */
    public static List<Action> actions(PoolSize size) {
        List<Action> actions = new ArrayList<>(size.nodeActions());
        if (size.moreBesideNodes() > 0 && !size.nodesAtBoot()) {
            actions.add(action(size));
        }
        return actions;
    }

    /** The action that sets a pool to its size. */
    public static Action action(PoolSize size) {
        HugePool pool = size.pool();
        PoolSetting setting = size.setting();
        return size.found() == Found.AT_BOOT
                ? new KernelArgument(setting.bootArgument(String.valueOf(size.toWrite())), size.bootPool())
                : setting.grow(
                        size.toWrite(), pool.persistent(), pool.pageSize().times(size.more()), size.stopFirst());
    }
}
