package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.plan.PoolAlternative;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.Applied;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The change of the host after which a predicted heap gets the huge pages that its arguments request. */
public final class RemedyText {
    private static final Path THP = Path.of("/sys/kernel/mm/transparent_hugepage");

    private RemedyText() {}

    /**
     * The pages that the arguments request, for a heap that is predicted to stay on base pages.
     *
     * @return empty if the heap gets the requested pages, or if none are requested
     */
    public static Optional<Requested> notGranted(Launch launch, Prediction prediction) {
        Requested requested = PageRequest.of(launch.arguments(), launch.vm());
        boolean huge = requested == Requested.THP || requested == Requested.HUGETLB;
        return prediction
                .region(RegionName.HEAP)
                .flatMap(RegionForecast::kind)
                .filter(kind -> huge && kind == PageKind.BASE)
                .map(kind -> requested);
    }

    /** Commands and sentences, in the order in which to follow them; none if no change is known to help. */
    public static List<String> lines(Launch launch, Host host, Prediction prediction) {
        return notGranted(launch, prediction)
                .map(requested -> requested == Requested.HUGETLB ? pool(launch, host) : mode(launch, host))
                .orElse(List.of());
    }

    /**
     * Why the pool keeps a ZGC from starting, as a sentence, and the commands that change it; none if it refuses in the same
     * words with all pages, as ZGC does whose maximum heap is not above its reserve for relocation.
     */
    public static List<String> ofRefusal(Launch launch, Host host, Prediction prediction) {
        boolean refused = prediction.starts().equals(Optional.of(false))
                && PageRequest.of(launch.arguments(), launch.vm()) == Requested.HUGETLB
                && prediction.vm().gc().filter(Collector::isZ).isPresent()
                && !JvmTenant.refusalWithAllPages(launch, host).equals(prediction.refusal());
        for (PoolForecast pool : refused ? prediction.pools() : List.<PoolForecast>of()) {
            long has = host.pool(pool.pageSize()).map(HugePool::usable).orElse(0L);
            long needs = pool.needAtStart().min();
            boolean few = has < needs;
            List<String> remedy = pool(launch.withVm(prediction.vm()), host);
            if (few || !remedy.isEmpty()) {
                List<String> lines = new ArrayList<>();
                lines.add(
                        few
                                ? "the pool of " + pool.pageSize() + " pages has " + has
                                        + " available, and the JVM needs " + needs + " at its start."
                                : "the JVM needs " + needs + " pages of " + pool.pageSize()
                                        + " at its start, and its NUMA nodes or control groups have fewer.");
                lines.addAll(remedy);
                return lines;
            }
        }
        return List.of();
    }

    /** Returns whether one of the remedies changes a pool. */
    public static boolean changesPool(Launch launch, Host host, Prediction prediction) {
        return notGranted(launch, prediction).equals(Optional.of(Requested.HUGETLB)) && isShort(launch, host)
                || !ofRefusal(launch, host, prediction).isEmpty();
    }

    private static boolean isShort(Launch launch, Host host) {
        return PoolSizes.of(List.of(JvmTenant.of(launch, host)), 0, false, host).pools().stream()
                .anyMatch(size -> size.isRefused() || size.growth() > 0);
    }

    private static List<String> pool(Launch launch, Host host) {
        Tenant tenant = JvmTenant.of(launch, host);
        PoolSizes sizes = PoolSizes.of(List.of(tenant), 0, false, host);
        List<String> lines = new ArrayList<>();
        for (PoolSize size : sizes.pools()) {
            if (size.isRefused()) {
                return List.of("not possible on this host: " + SizeText.refusal(size));
            }
            PoolAlternative.actions(size).forEach(action -> lines.add(ActionText.of(action)));
        }
        lines.addAll(SizeText.raises(
                tenant, sizes, limit -> SizeText.raise(limit) + ", " + byHowMuch(limit, tenant, launch)));
        return lines;
    }

    /** The limit that suffices, beside the pages that others of the group use. */
    private static String byHowMuch(GroupLimit limit, Tenant tenant, Launch launch) {
        Bytes others = limit.limit().minus(limit.room().orElse(limit.limit()));
        return launch.cgroup().flatMap(Cgroup::hugetlb).known().orElse(List.of()).stream()
                .filter(group ->
                        group.max().contains(limit) || group.reservedMax().contains(limit))
                .map(group -> "to "
                        + group.pageSize()
                                .times(tenant.need().getOrDefault(group.pageSize(), 0L))
                                .plus(others)
                        + " or more")
                .findFirst()
                .orElse("");
    }

    /** The first combination of THP settings with which the model predicts huge pages. */
    private static List<String> mode(Launch launch, Host host) {
        ThpPolicy policy = host.thp().known().orElse(null);
        if (policy == null) {
            return List.of();
        }
        Action enabled = file("enabled", "madvise", policy.enabled());
        Action ofSize = file(
                "hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled",
                "inherit",
                policy.pmdEnabled().orElse(""));
        Action shmem = file("shmem_enabled", "advise", policy.shmemEnabled().orElse(""));
        for (List<Action> actions : List.of(
                List.of(enabled),
                List.of(ofSize),
                List.of(shmem),
                List.of(enabled, ofSize),
                List.of(enabled, shmem),
                List.of(ofSize, shmem),
                List.of(enabled, ofSize, shmem))) {
            Applied applied = Applied.of(actions, launch, host);
            Optional<PageKind> kind = PageModel.predict(
                            applied.launch(), applied.host().forAdvice())
                    .region(RegionName.HEAP)
                    .flatMap(RegionForecast::kind);
            if (kind.equals(Optional.of(PageKind.THP))) {
                return actions.stream().map(ActionText::of).toList();
            }
        }
        return List.of();
    }

    private static Action file(String name, String value, String was) {
        return new KernelFile(THP.resolve(name), value, was, "");
    }
}
