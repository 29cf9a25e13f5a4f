package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.Applied;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Computes the need of a JVM for pages of each pool: the prediction of the page model for a host with ample pools. */
public final class JvmTenant {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final Set<String> CONFLICTING = Set.of(
            "-XX:-UseLargePages",
            "-XX:+UseTransparentHugePages",
            "-XX:-UseTransparentHugePages",
            "-XX:-UseHugeTLBFS",
            "-XX:-UseSHM");

    /** Number of pages that exceeds the need of any JVM. */
    private static final long AMPLE = 1L << 32;

    private JvmTenant() {}

    /** Creates the tenant for a running JVM that will restart with the arguments that it has. */
    public static Tenant asStarted(Jvm jvm, Host host) {
        VmIdentity vm = jvm.identity().known().orElse(VmIdentity.of(VmKind.OTHER));
        Requested requested = jvm.arguments()
                .known()
                .map(arguments -> PageRequest.of(arguments, vm))
                .orElse(Requested.UNKNOWN);
        return switch (requested) {
            case HUGETLB -> of(jvm, host);
            case NONE, THP -> Tenant.without(name(jvm));
            case UNKNOWN -> Tenant.unknown(name(jvm), "the pages that it requests are unknown");
        };
    }

    private static String name(Jvm jvm) {
        String main = jvm.main();
        return "process " + jvm.pid() + (main.isEmpty() ? "" : ", " + main);
    }

    /** Creates the tenant for a running JVM that will restart with pages of a pool, also if it requests none now. */
    public static Tenant of(Jvm jvm, Host host) {
        return with(jvm, List.of(), host);
    }

    /** Creates the tenant for a running JVM that will restart with changed flags; they need not request pages of a pool. */
    public static Tenant with(Jvm jvm, List<Action> flags, Host host) {
        String name = name(jvm);
        Optional<Launch> launch =
                Relaunch.of(jvm, host).map(now -> Applied.of(flags, now, host).launch());
        if (launch.isEmpty()) {
            return Tenant.unknown(name, "its VM or its arguments are unknown");
        }
        Optional<String> unknown = Relaunch.unknownPages(jvm, host);
        if (unknown.isPresent()) {
            return Tenant.unknown(name, unknown.get());
        }
        Bytes rss = jvm.resident().orElse(Bytes.ZERO);
        return of(name, launch.get(), jvm.cgroup(), rss, host);
    }

    /** Creates the tenant for a JVM that is not started yet. */
    public static Tenant of(Launch launch, Host host) {
        String main = launch.arguments().main();
        return of(main.isEmpty() ? "the JVM of this command line" : main, launch, launch.cgroup(), Bytes.ZERO, host);
    }

    /**
     * Computes bounds for a JVM that requests hugetlb pages: the minimum and maximum number of pages of each page size.
     * Empty if they are unknown, or if the JVM requests none.
     */
    public static Map<Bytes, Span> bounds(Launch launch, Host host) {
        Map<Bytes, Span> bounds = new HashMap<>();
        for (PoolForecast pool : forecasts(launch, host)) {
            bounds.put(pool.pageSize(), pool.needGrown());
        }
        return bounds;
    }

    /** Predicts the pages that a JVM takes of each pool if all are granted; empty if unknown, or if it requests none. */
    public static List<PoolForecast> forecasts(Launch launch, Host host) {
        return PageModel.outline(unlimited(launch), ample(host)).pools();
    }

    /** Returns why a JVM would not start even if the pools and its control groups gave it all pages; empty if it would. */
    public static String refusalWithAllPages(Launch launch, Host host) {
        return PageModel.outline(unlimited(launch), ample(host)).refusal();
    }

    /** @param now its control groups, with the pages that it has */
    private static Tenant of(String name, Launch launch, Fact<Cgroup> now, Bytes rss, Host host) {
        Optional<JvmFlag> requesting = requesting(launch, host);
        Launch onPool = Applied.of(
                        requesting.<Action>map(flags -> flags).stream().toList(), launch, host)
                .launch();
        List<PoolForecast> pools = forecasts(onPool, host);
        if (pools.isEmpty()) {
            return Tenant.unknown(name, why(PageModel.predict(unlimited(onPool), ample(host))));
        }
        Map<Bytes, Long> need = new HashMap<>();
        Map<Bytes, Map<RegionName, Long>> parts = new HashMap<>();
        for (PoolForecast pool : pools) {
            need.put(pool.pageSize(), pool.needGrown().max());
            Map<RegionName, Long> most = new TreeMap<>();
            pool.parts().forEach((region, pages) -> most.put(region, pages.max()));
            parts.put(pool.pageSize(), most);
        }
        String asIf = requesting
                .map(flags -> String.join(" ", flags.add())
                        + (flags.remove().isEmpty() ? "" : " without " + String.join(" ", flags.remove())))
                .orElse("");
        List<CountedLimit> counted = counted(launch, now);
        return new Tenant(
                name,
                asIf,
                need,
                parts,
                launch.held(),
                launch.untouched(),
                rss,
                counted.stream()
                        .filter(one -> one.isBelow(need))
                        .map(CountedLimit::limit)
                        .toList(),
                counted,
                now.known(),
                "",
                "",
                launch.nodes());
    }

    /** The flags with which the need is computed; empty if the JVM requests pages of a pool by itself. */
    public static Optional<JvmFlag> requesting(Launch launch, Host host) {
        if (PageRequest.of(launch.arguments(), launch.vm()) == Requested.HUGETLB) {
            return Optional.empty();
        }
        List<String> off = launch.arguments().list().stream()
                .map(Argument::text)
                .filter(CONFLICTING::contains)
                .distinct()
                .toList();
        boolean namesSize = LargePageSize.mustBe2MiB(launch.vm(), host)
                && !LargePageSize.isNamed(launch.arguments().texts());
        return Optional.of(new JvmFlag(namesSize ? List.of(LARGE, LargePageSize.OF_2_MIB) : List.of(LARGE), off));
    }

    private static String why(Prediction prediction) {
        if (!prediction.refusal().isEmpty()) {
            return "it would not start: " + prediction.refusal();
        }
        return prediction.unknowns().stream()
                .findFirst()
                .map(Missing::fact)
                .map(fact -> "it depends on " + fact)
                .orElse("this host has no pool that the JVM can use");
    }

    private static Host ample(Host host) {
        return host.withPools(host.pools()
                        .map(pools -> pools.stream()
                                .map(pool -> new HugePool(pool.pageSize(), AMPLE, AMPLE, 0, 0, 0))
                                .toList()))
                .withNodePools(host.nodePools()
                        .map(pools -> pools.stream()
                                .map(pool -> new NodePool(pool.node(), pool.pageSize(), AMPLE, AMPLE, 0))
                                .toList()));
    }

    /** Removes the limits, because they do not affect the need, and permits shared memory if nothing is known of it. */
    private static Launch unlimited(Launch launch) {
        Fact<Cgroup> free =
                launch.cgroup().map(now -> now.withHugetlb(now.hugetlb().map(sizes -> List.of())));
        Optional<Boolean> shared = launch.mayUseShm().or(() -> Optional.of(true));
        return launch.withCgroup(free).withHeld(Map.of()).withSharedMemory(shared);
    }

    /** Touched pages of the JVM are in the usage of now, and not in that of the launch; its reserved pages are in both. */
    private static List<CountedLimit> counted(Launch launch, Fact<Cgroup> now) {
        List<CountedLimit> all = new ArrayList<>();
        for (HugetlbGroup group : now.flatMap(Cgroup::hugetlb).known().orElse(List.of())) {
            Optional<HugetlbGroup> once = launch.cgroup().flatMap(Cgroup::hugetlb).known().orElse(List.of()).stream()
                    .filter(it -> it.pageSize().equals(group.pageSize()))
                    .findFirst();
            for (GroupLimit limit : group.max()) {
                Bytes usage = limit.usage().orElse(Bytes.ZERO);
                Bytes others = once.flatMap(it -> it.max().stream()
                                .filter(other -> other.file().equals(limit.file()))
                                .findFirst())
                        .flatMap(GroupLimit::usage)
                        .orElse(usage);
                all.add(new CountedLimit(group.pageSize(), limit, usage.minus(others.min(usage))));
            }
            Bytes held = group.pageSize().times(launch.held().getOrDefault(group.pageSize(), 0L));
            group.reservedMax().forEach(limit -> all.add(new CountedLimit(group.pageSize(), limit, held)));
        }
        return all;
    }
}
