package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predicts the pages of a JVM in a container on a node. */
public final class PodPrediction {
    private static final String PROCESSORS = "set -XX:ActiveProcessorCount";
    /** The controllers of version 1 that HotSpot reads. */
    private static final List<String> CONTROLLERS = List.of("cpu", "memory");

    private PodPrediction() {}

    /**
     * The launch in the container's control group, of version 2 except for the CPU controller of a node that has it on
     * version 1, and without a weight. The kubelet limits each page size that the container does not name to
     * zero bytes (GetHugepageLimitsFromResources in {@code pkg/kubelet/kuberuntime/kuberuntime_container_linux.go}), and
     * reservations too, on Linux 5.7 and newer (setHugeTlb of libcontainer, runc pull request 4077, Kubernetes pull request
     * 121739).
     *
     * @param unread sources of further arguments that are not in the manifest
     */
    public static Launch inContainer(Launch launch, PodContainer container, Host node, List<String> unread) {
        List<HugetlbGroup> hugetlb = new ArrayList<>();
        boolean reservations =
                node.kernel().known().flatMap(kernel -> kernel.isAtLeast(5, 7)).orElse(true);
        for (HugePool pool : node.pools().known().orElse(List.of())) {
            String resource = "hugepages-" + size(pool.pageSize());
            Bytes size = container.hugePages().getOrDefault(pool.pageSize(), Bytes.ZERO);
            List<GroupLimit> limit = List.of(limit(size, "the pod's limit for " + resource));
            hugetlb.add(new HugetlbGroup(
                    pool.pageSize(),
                    limit,
                    reservations ? limit : List.of(),
                    Optional.of(Bytes.ZERO),
                    Optional.of(Bytes.ZERO),
                    Optional.empty()));
        }
        Optional<Cgroup> own = node.cgroup().known();
        MemoryGroup memory = new MemoryGroup(
                container.memory().map(size -> limit(size, "the pod's limit for memory")).stream()
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                own.flatMap(groups -> groups.memory().known()).flatMap(MemoryGroup::hugetlbCharged),
                Optional.empty());
        Map<String, String> v1 = new HashMap<>();
        for (String controller : CONTROLLERS) {
            if (own.filter(groups -> isOnVersion1(groups, controller, node)).isPresent()) {
                v1.put(controller, "");
            }
        }
        Source source = Source.of("the resources of container " + container.name());
        return withUnread(launch, unread)
                .withCgroup(Fact.known(
                        new Cgroup(
                                Cgroup.Layout.V2,
                                v1,
                                Optional.empty(),
                                false,
                                Fact.known(hugetlb, source),
                                Fact.known(memory, source),
                                Optional.of(new CpuQuota(container.cpu(), container.cpu())),
                                Optional.empty(),
                                own.flatMap(Cgroup::controllers)),
                        source));
    }

    /**
     * Version 1 has no controller that {@code /proc/cgroups} lacks. Linux 6.12 and newer may lack the one for memory; snapshots
     * of earlier versions of hp-cli do not say.
     */
    private static boolean isOnVersion1(Cgroup groups, String controller, Host node) {
        boolean mayLack = controller.equals("memory")
                && node.kernel()
                        .known()
                        .flatMap(kernel -> kernel.isAtLeast(6, 12))
                        .orElse(false);
        return Cgroup.v1Path(groups.paths(), controller).isPresent()
                && groups.controllers().map(all -> all.has(controller)).orElse(!mayLack);
    }

    private static Launch withUnread(Launch launch, List<String> unread) {
        Arguments read = launch.arguments();
        List<String> all = new ArrayList<>(read.unread());
        all.addAll(unread);
        return launch.withArguments(new Arguments(read.list(), all, read.main()));
    }

    private static GroupLimit limit(Bytes size, String what) {
        return new GroupLimit(size, Optional.of(Bytes.ZERO), "", what);
    }

    /** Predicts, unless Kubernetes rejects the pod or the node has too few pages for it. */
    public static Prediction predict(Launch launch, PodContainer container, Host node) {
        String refusal = refusal(container, node);
        Prediction prediction = predictByWeight(launch, container, node.forAdvice());
        List<Missing> unknowns = new ArrayList<>();
        prediction
                .unknowns()
                .forEach(it -> unknowns.add(
                        launch.arguments().unread().contains(it.source())
                                ? new Missing(it.fact(), it.reason(), it.source(), "add it to a copy of the manifest")
                                : it));
        container.unknown().forEach(what -> unknowns.add(new Missing(what, Reason.NOT_PRESENT, "the manifest", "")));
        return new Prediction(
                prediction.vm(),
                refusal.isEmpty() ? prediction.starts() : Optional.of(false),
                refusal.isEmpty() ? prediction.refusal() : refusal,
                refusal.isEmpty() ? prediction.regions() : List.of(),
                refusal.isEmpty() ? prediction.pools() : List.of(),
                prediction.warnings(),
                refusal.isEmpty() ? risks(prediction, launch, container, node) : List.of(),
                unknowns);
    }

    /** Adds the risk that the limit is one of use only, as by an older kubelet and runtime. */
    private static List<Risk> risks(Prediction prediction, Launch launch, PodContainer container, Host node) {
        List<Risk> risks = new ArrayList<>(prediction.risks());
        if (risks.stream().noneMatch(risk -> risk.code() == RiskCode.SIGBUS_CGROUP_MAX)) {
            Launch unreserved = launch.withCgroup(launch.cgroup().map(PodPrediction::withoutReservations));
            for (PoolForecast pool :
                    predictByWeight(unreserved, container, node.forAdvice()).pools()) {
                Bytes limit = container.hugePages().getOrDefault(pool.pageSize(), Bytes.ZERO);
                Bytes maps = pool.pageSize().times(pool.takesGrown().max());
                if (maps.compareTo(limit) > 0) {
                    risks.add(new Risk(
                            RiskCode.SIGBUS_CGROUP_MAX,
                            "The JVM maps " + maps + " of " + pool.pageSize()
                                    + " pages, and the pod's limit for hugepages-"
                                    + size(pool.pageSize()) + " is " + limit + ": raise it. A kubelet before 1.29, and"
                                    + " crun in a pod of several containers, limit the use of pages only: there the JVM"
                                    + " starts, and dies of SIGBUS when it touches the first page beyond the limit."));
                }
            }
        }
        return risks;
    }

    private static Cgroup withoutReservations(Cgroup group) {
        return group.withHugetlb(group.hugetlb()
                .map(all -> all.stream()
                        .map(one -> new HugetlbGroup(
                                one.pageSize(),
                                one.max(),
                                List.of(),
                                one.current(),
                                one.reservedCurrent(),
                                one.refused()))
                        .toList()));
    }

    /**
     * Predicts with each weight of processor time that the runtimes give the container. If the answers differ, the number of
     * processors is unknown.
     */
    private static Prediction predictByWeight(Launch launch, PodContainer container, Host node) {
        boolean v1 = launch.cgroup()
                .known()
                .flatMap(group -> Cgroup.v1Path(group.paths(), "cpu"))
                .isPresent();
        List<Prediction> predictions = CpuWeights.of(container.cpuRequest(), v1).stream()
                .map(weight -> PageModel.predict(withWeight(launch, weight), node))
                .distinct()
                .toList();
        if (predictions.size() == 1) {
            return predictions.get(0);
        }
        Source source = Source.of("cpu.weight of container " + container.name());
        return PageModel.predict(launch, node.withCpu(Fact.absent(Reason.NOT_PRESENT, source, PROCESSORS)));
    }

    /** Returns whether the build computes processors from the CPU request, and that changes the prediction. */
    public static boolean countsRequest(Launch launch, PodContainer container, Host node) {
        Host facts = node.forAdvice();
        return !predictByWeight(launch, container, facts).equals(PageModel.predict(launch, facts));
    }

    private static Launch withWeight(Launch launch, long weight) {
        return launch.withCgroup(launch.cgroup()
                .map(group -> group.withCpu(group.cpu().map(cpu -> cpu.withWeight(Optional.of(weight))))));
    }

    private static String refusal(PodContainer container, Host node) {
        PodResources pod = container.pod();
        if (!pod.rejection().isEmpty()) {
            return "Kubernetes rejects the pod: " + pod.rejection();
        }
        return lackOfPages(pod, node)
                .or(() -> lackOfMemory(pod, node))
                .or(() -> lackOfProcessors(pod, node))
                .map(lack -> "the pod stays pending on this node: " + lack)
                .orElse("");
    }

    /** Returns whether a pool of the node is smaller than the request of the pod. */
    public static boolean lacksPages(PodContainer container, Host node) {
        return container.pod().rejection().isEmpty()
                && lackOfPages(container.pod(), node).isPresent();
    }

    private static Optional<String> lackOfPages(PodResources pod, Host node) {
        Optional<List<HugePool>> pools = node.pools().known();
        for (Map.Entry<Bytes, Bytes> wanted : pod.hugePages().entrySet()) {
            Bytes has = pools.orElse(List.of()).stream()
                    .filter(pool -> pool.pageSize().equals(wanted.getKey()))
                    .map(pool -> pool.pageSize().times(pool.persistent()))
                    .findFirst()
                    .orElse(Bytes.ZERO);
            if (pools.isPresent() && has.compareTo(wanted.getValue()) < 0) {
                String who = pod.sharers() > 1 ? "its " + pod.sharers() + " containers request " : "it requests ";
                return Optional.of(who + wanted.getValue() + " of hugepages-" + size(wanted.getKey())
                        + ", and the pool has " + has);
            }
        }
        return Optional.empty();
    }

    /**
     * The memory that a node allocates is what it has without its pools, and less than that: the kubelet takes reservations
     * off (kubernetes.io, "Reserve Compute Resources for System Daemons").
     */
    private static Optional<String> lackOfMemory(PodResources pod, Host node) {
        Optional<Bytes> total = node.memory().known().flatMap(memory -> memory.size("MemTotal"));
        Bytes pools = node.pools().known().orElse(List.of()).stream()
                .map(pool -> pool.pageSize().times(pool.persistent()))
                .reduce(Bytes.ZERO, Bytes::plus);
        return total.map(all -> Bytes.of(Math.max(0, all.value() - pools.value())))
                .filter(has -> pod.memory().compareTo(has) > 0)
                .map(has ->
                        "it requests " + pod.memory() + " of memory, and the node has " + has + " beside its pools");
    }

    private static Optional<String> lackOfProcessors(PodResources pod, Host node) {
        return node.cpu()
                .known()
                .flatMap(Cpu::processors)
                .filter(has -> pod.cpu() > 1000 * has)
                .map(has -> "it requests "
                        + BigDecimal.valueOf(pod.cpu(), 3).stripTrailingZeros().toPlainString()
                        + " processors, and the node has " + has);
    }

    private static String size(Bytes size) {
        long kib = size.value() >> 10;
        if (kib % (1 << 20) == 0) {
            return (kib >> 20) + "Gi";
        }
        return kib % 1024 == 0 ? (kib >> 10) + "Mi" : kib + "Ki";
    }
}
