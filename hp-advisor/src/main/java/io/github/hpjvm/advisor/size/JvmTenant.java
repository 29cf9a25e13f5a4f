package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.whatif.Applied;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a JVM needs of each pool: what the page model foretells on a host whose pools have all that it asks for. */
public final class JvmTenant {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final Set<String> IN_THE_WAY =
            Set.of("-XX:-UseLargePages", "-XX:+UseTransparentHugePages", "-XX:-UseTransparentHugePages");

    /** More than any JVM asks for. */
    private static final long AMPLE = 1L << 32;

    private JvmTenant() {}

    /** A JVM that runs and is to be started anew. */
    public static Tenant of(Jvm jvm, Host host) {
        String main = jvm.arguments().known().map(Arguments::main).orElse("");
        String name = "process " + jvm.pid() + (main.isEmpty() ? "" : ", " + main);
        Optional<Launch> launch = Relaunch.of(jvm, host);
        if (launch.isEmpty()) {
            return Tenant.unknown(name, "it is not known which JVM it is and what it was told");
        }
        Bytes rss = jvm.status().known().flatMap(ProcStatus::rss).orElse(Bytes.ZERO);
        return of(name, launch.get(), rss, host);
    }

    /** A JVM that is not started yet. */
    public static Tenant of(Launch launch, Host host) {
        String main = launch.arguments().main();
        return of(main.isEmpty() ? "the JVM of this command line" : main, launch, Bytes.ZERO, host);
    }

    /**
     * The same as bounds, of one that asks for pages of pools: of each page size what it takes at least and at most. Empty
     * if that is not known, or if it asks for none.
     */
    public static Map<Bytes, Span> bounds(Launch launch, Host host) {
        Map<Bytes, Span> bounds = new HashMap<>();
        for (PoolForecast pool :
                PageModel.predict(unlimited(launch), ample(host)).pools()) {
            bounds.put(pool.pageSize(), pool.needGrown());
        }
        return bounds;
    }

    private static Tenant of(String name, Launch launch, Bytes rss, Host host) {
        boolean asks = PageRequest.of(launch.arguments(), launch.vm()) == Requested.HUGETLB;
        List<String> off = launch.arguments().list().stream()
                .map(Argument::text)
                .filter(IN_THE_WAY::contains)
                .distinct()
                .toList();
        Action asking = new Action.JvmFlag(List.of(LARGE), off);
        Launch onPool =
                asks ? launch : Applied.of(List.of(asking), launch, host).launch();
        Prediction prediction = PageModel.predict(unlimited(onPool), ample(host));
        if (prediction.pools().isEmpty()) {
            return Tenant.unknown(name, why(prediction));
        }
        Map<Bytes, Long> need = new HashMap<>();
        for (PoolForecast pool : prediction.pools()) {
            need.put(pool.pageSize(), pool.needGrown().max());
        }
        String asIf = asks ? "" : LARGE + (off.isEmpty() ? "" : " without " + String.join(" ", off));
        return new Tenant(name, asIf, need, launch.held(), rss, limits(launch, need), "");
    }

    private static String why(Prediction prediction) {
        if (!prediction.refusal().isEmpty()) {
            return "it would not start: " + prediction.refusal();
        }
        return prediction.unknowns().stream()
                .findFirst()
                .map(Missing::fact)
                .map(fact -> fact + " is not known")
                .orElse("this host has no pool that it could use");
    }

    private static Host ample(Host host) {
        return host.withPools(host.pools()
                .map(pools -> pools.stream()
                        .map(pool -> new HugePool(pool.pageSize(), AMPLE, AMPLE, 0, 0, 0))
                        .toList()));
    }

    /** What limits it has is another matter than what it needs. */
    private static Launch unlimited(Launch launch) {
        Fact<Cgroup> free = launch.cgroup()
                .map(now -> new Cgroup(
                        now.layout(),
                        now.paths(),
                        now.container(),
                        now.ancestorsHidden(),
                        now.hugetlb().map(sizes -> List.of()),
                        now.memory(),
                        now.cpu()));
        return launch.withCgroup(free).withHeld(Map.of());
    }

    /** Of both kinds: what may be touched, and what may be reserved. What it holds comes back to it. */
    private static List<GroupLimit> limits(Launch launch, Map<Bytes, Long> need) {
        return launch.cgroup().flatMap(Cgroup::hugetlb).known().orElse(List.of()).stream()
                .flatMap(group -> tooLow(group, launch, need.getOrDefault(group.pageSize(), 0L)))
                .toList();
    }

    private static Stream<GroupLimit> tooLow(HugetlbGroup group, Launch launch, long need) {
        Bytes wanted = group.pageSize().times(need);
        Bytes held = group.pageSize().times(launch.held().getOrDefault(group.pageSize(), 0L));
        return Stream.concat(
                group.max().stream().filter(limit -> isBelow(limit, Bytes.ZERO, wanted)),
                group.reservedMax().stream().filter(limit -> isBelow(limit, held, wanted)));
    }

    /** @param back what it gives back and the group counts until then */
    private static boolean isBelow(GroupLimit limit, Bytes back, Bytes wanted) {
        return limit.room()
                        .map(room -> room.plus(back).min(limit.limit()))
                        .orElse(limit.limit())
                        .compareTo(wanted)
                < 0;
    }
}
