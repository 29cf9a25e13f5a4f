package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.read.host.Containers;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The memory and the flags of a pod, which belong together. */
class K8sFormTest {
    private static String pod(Jvm jvm) {
        Advice advice = Situations.of(jvm, new JvmFlag(List.of("-XX:+UseLargePages"), List.of()));
        return Form.K8S.files(advice, EmitTarget.NONE).get(0).text().replaceAll("\n# *", " ");
    }

    /** With memory_hugetlb_accounting the heap stays in the limit. */
    @Test
    void aLimitThatCoversThePoolIsNotLowered() {
        Jvm jvm = JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 1536, 300));
        assertTrue(pod(jvm).contains("lowered by the heap"), pod(jvm));
        String charged = pod(JvmSamples.chargedForPools(jvm));
        assertFalse(charged.contains("lowered by the heap"), charged);
        assertFalse(charged.contains("does not include huge pages"), charged);
    }

    /** Beside a heap of 1 GiB, 26 MiB are left of 1050: the JVM has more than that beside its heap. */
    @Test
    void noLimitIsLowerThanTheMemoryBesideTheHeap() {
        String text = pod(JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 1050, 300)));
        assertTrue(text.contains("leaves too little beside the heap"), text);
        assertFalse(text.contains("26Mi"), text);
    }

    /** vm.nr_hugepages counts pages of the default size, which is 1 GiB with default_hugepagesz=1G. */
    @ParameterizedTest
    @EnumSource(
            value = NodeKind.class,
            names = {"TALOS", "EKS"})
    void noSysctlSetsThePoolOfAnotherSizeThanTheDefault(NodeKind kind) {
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)),
                PoolSetting.ofHost(2 << 20, 1 << 30).write(2244, 0, ""));
        EmitTarget target = new EmitTarget(Optional.empty(), Optional.empty(), kind)
                .withPoolsNow(new PoolsOfHost(List.of(), Map.of(), Map.of(), Bytes.ofGiB(1)));
        String node = Form.K8S.files(advice, target).get(1).text();
        assertFalse(node.contains("vm.nr_hugepages"), node);
        assertEquals(
                kind == NodeKind.TALOS,
                node.contains("kernel.mm.hugepages.hugepages-2048kB.nr_hugepages: \"2244\""),
                node);
        assertEquals(kind == NodeKind.EKS, node.contains("Not here: 2244 pages of 2Mi"), node);
    }

    /** Kubernetes names a resource for each page size: 64Ki to 16Gi exist on aarch64. */
    @Test
    void kubernetesNamesTheSizesThatTheHostHas() {
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.g1(17)), new JvmFlag(List.of("-XX:+UseLargePages"), List.of()));
        EmitTarget target = EmitTarget.NONE.withPools(Map.of(
                Bytes.ofMiB(32),
                Bytes.ofMiB(1056),
                Bytes.ofKiB(64),
                Bytes.ofKiB(41 * 64),
                Bytes.ofGiB(16),
                Bytes.ofGiB(32)));
        List<ConfigFile> files = Form.K8S.files(advice, target);
        String pod = files.get(0).text();
        for (String resource : List.of("hugepages-64Ki: 2624Ki", "hugepages-32Mi: 1056Mi", "hugepages-16Gi: 32768Mi")) {
            assertEquals(2, pod.replace("\"", "").split(resource, -1).length - 1, pod);
        }
        assertFalse(pod.contains("hugepages-2Mi"), pod);
        String node = files.get(1).text();
        for (String pool : List.of("hugepages-64kB", "hugepages-32768kB", "hugepages-16777216kB")) {
            assertTrue(node.contains(pool), node);
        }
    }

    /** google.container.v1.LinuxNodeConfig.HugepagesConfig has hugepage_size2m and hugepage_size1g alone. */
    @Test
    void gkeHasPoolsOfTwoSizes() {
        Advice advice = Situations.of(
                JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 3072, 300)),
                new JvmFlag(List.of("-XX:+UseLargePages"), List.of()),
                PoolSetting.ofHost(64 << 10, 2 << 20).write(90, 0, ""));
        EmitTarget target = new EmitTarget(Optional.empty(), Optional.empty(), NodeKind.GKE)
                .withPools(Map.of(
                        Bytes.ofMiB(2), Bytes.ofMiB(1056),
                        Bytes.ofGiB(1), Bytes.ofGiB(2),
                        Bytes.ofKiB(64), Bytes.ofKiB(41 * 64)));
        List<ConfigFile> files = Form.K8S.files(advice, target);
        String pod = files.get(0).text();
        assertTrue(pod.contains("hugepages-2Mi") && pod.contains("hugepages-1Gi"), pod);
        assertFalse(pod.contains("hugepages-64Ki\":") || pod.contains("hugepages-64Ki: 2624Ki"), pod);
        assertTrue(pod.contains("Not here: hugepages-64Ki: GKE has pools of 2Mi and 1Gi only"), pod);
        assertFalse(pod.contains("memory: \"2"), pod);
        String node = files.get(1).text();
        assertTrue(node.contains("hugepage_size2m: 528") && node.contains("hugepage_size1g: 2"), node);
        assertFalse(node.contains("hugepage_size64k"), node);
        assertTrue(node.contains("Not here: 90 pages of 64Ki"), node);
    }

    private static String textOf(Jvm jvm, Action... actions) {
        Advice advice = with(Situations.of(jvm, actions), "requested", Requested.HUGETLB);
        return Form.K8S.files(advice, EmitTarget.NONE).get(0).text().replaceAll("\n# *", " ");
    }

    /** The variable of the container must not request the pages, because another JVM would take them. */
    @Test
    void aPodWhoseVariableRequestsNoPagesKeepsItsLimits() {
        Jvm jvm = JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 3072, 300));
        Advice advice = with(
                Situations.of(jvm, new JvmFlag(List.of("-XX:+UseLargePages", "-XX:+AlwaysPreTouch"), List.of())),
                "requested",
                Requested.HUGETLB);
        EmitTarget target = EmitTarget.NONE.withPools(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(1056)));
        String usual = Form.K8S.files(advice, target).get(0).text().replaceAll("\n# *", " ");
        assertTrue(usual.contains(" resources:") && usual.contains("-Xmx1024m"), usual);
        String alone = Form.K8S
                .files(advice, target.withWhyAlone(Optional.of("the host has no memory for its pages")))
                .get(0)
                .text()
                .replaceAll("\n# *", " ");
        assertTrue(alone.contains("value: \"-XX:+AlwaysPreTouch\""), alone);
        assertFalse(alone.contains(" resources:") || alone.contains("-Xmx"), alone);
        assertTrue(alone.contains("Not here: limits and requests, hugepages-2Mi"), alone);
    }

    /** Kubernetes rejects huge pages alone, also where the flags for them are added by hand. */
    @Test
    void hugePagesThatTheAdviceRequestsNeedAnotherRequest() {
        for (boolean known : List.of(true, false)) {
            Jvm jvm = JvmSamples.told(JvmSamples.g1(17));
            Advice advice = with(
                    Situations.of(
                            known ? JvmSamples.memoryLimit(jvm, 3072, 300) : jvm,
                            new JvmFlag(List.of("-XX:+UseLargePages", "-XX:+AlwaysPreTouch"), List.of()),
                            new PodResource("hugepages-2Mi", "1056Mi")),
                    "requested",
                    Requested.HUGETLB);
            EmitTarget target = EmitTarget.NONE
                    .withPools(Map.of(Bytes.ofMiB(2), Bytes.ofMiB(1056)))
                    .withWhyAlone(Optional.of("the host has no memory for its pages"));
            String text = Form.K8S.files(advice, target).get(0).text().replaceAll("\n# *", " ");
            assertTrue(text.contains(" resources:") && text.contains("1056Mi"), text);
            assertEquals(!known, text.contains("Kubernetes rejects huge pages in a container without any"), text);
            assertEquals(!known, text.contains("add to the requests memory: "), text);
        }
    }

    /** The flags would be missing, and the heap would count in a limit that has no room for it. */
    @Test
    void aPodWithoutTheFlagsKeepsItsLimits() {
        Jvm jvm = JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 1536, 300));
        Jvm masked = JvmSamples.environment(jvm, "JDK_JAVA_OPTIONS", "-Dpassword=***");
        JvmFlag large = new JvmFlag(List.of("-XX:+UseLargePages"), List.of());
        for (String text : List.of(textOf(masked, large), textOf(masked, new RestartJvm()))) {
            assertFalse(text.contains(" resources:"), text);
            assertFalse(text.contains("lowered by the heap"), text);
            assertFalse(text.contains("needs no change"), text);
            assertTrue(text.contains("Not here: limits and requests, hugepages-2Mi: "), text);
            assertTrue(text.contains("-Xmx1024m"), text);
        }
    }

    private static final String ID = "0123456789abcdef".repeat(4);

    private static Jvm inGroups(String path, boolean hidden, Map<String, Integer> mib) {
        MemoryGroup memory = new MemoryGroup(
                mib.entrySet().stream()
                        .map(limit -> JvmSamples.limit(limit.getKey(), limit.getValue(), 300))
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Cgroup groups = with(
                with(FactsSamples.groups(), "paths", Map.of(Cgroup.UNIFIED, path)),
                "memory",
                known(memory, "/sys/fs/cgroup/memory.max"));
        groups = with(with(groups, "container", Containers.ofPath(path)), "ancestorsHidden", hidden);
        return with(JvmSamples.told(JvmSamples.g1(17)), "cgroup", known(groups, "/proc/4242/cgroup"));
    }

    /** The groups above belong to the pod, to all pods of the node, or to a login. */
    @ParameterizedTest
    @CsvSource({
        "/kubepods.slice/kubepods-pod0.slice/cri-containerd-ID.scope, /kubepods.slice/kubepods-pod0.slice",
        "/kubepods/burstable/pod01234567-0123-0123-0123-0123456789ab/ID, /kubepods/burstable",
        "/user.slice/user-1000.slice/session-3.scope, /user.slice/user-1000.slice",
        "/shop.slice, /shop.slice"
    })
    void limitsAboveTheContainerAreNotItsOwn(String own, String above) {
        String path = own.replace("ID", ID);
        String text = textOf(inGroups(path, false, Map.of(above, 58368)), new RestartJvm());
        assertTrue(text.contains("No memory limit is here, because none is known"), text);
        assertFalse(text.contains("56320Mi") || text.contains("57344Mi"), text);
        String limited = textOf(inGroups(path, false, Map.of(above, 58368, path + "/init", 1536)), new RestartJvm());
        assertTrue(limited.contains("It is 1536Mi now and is lowered by the heap"), limited);
    }

    /** A container sees only its own group and those below it. */
    @Test
    void eachGroupInsideAContainerIsItsOwn() {
        String text = textOf(inGroups("/init", true, Map.of("/", 1536)), new RestartJvm());
        assertTrue(text.contains("It is 1536Mi now and is lowered by the heap"), text);
    }

    /** It would run in another group than hp-cli. */
    @Test
    void aJvmThatDoesNotRunYetHasNoLimit() {
        Jvm jvm = with(inGroups("/shop", false, Map.of("/shop", 1536)), "pid", 0L);
        jvm = with(jvm, "commandLine", FactsSamples.denied("/proc/0/cmdline"));
        String text = textOf(jvm, new RestartJvm());
        assertTrue(text.contains("No memory limit is here, because none is known"), text);
    }

    /** HotSpot selects Serial below 1792 MiB (os::is_server_class_machine), and here it would from now on. */
    @ParameterizedTest
    @CsvSource({
        "2048, G1, -Xlog, -Xmx1024m -XX:+UseG1GC",
        "2048, PARALLEL, -Xlog, -Xmx1024m -XX:+UseParallelGC",
        "2048, PARALLEL, -XX:+UseParallelOldGC, -Xmx1024m",
        "2048, G1, -XX:+UseG1GC -Xmx1g, ''",
        "1536, G1, -Xlog, -Xmx1024m",
        "2816, G1, -Xlog, -Xmx1024m"
    })
    void theCollectorStays(int mib, Collector gc, String arguments, String flags) {
        Jvm jvm = JvmSamples.jvm(17, gc, Bytes.ofGiB(1), arguments.split(" "));
        Jvm limited = JvmSamples.memoryLimit(jvm, mib, 300);
        assertEquals(flags, value(textOf(limited, new RestartJvm())));
    }

    /** A pod that is started beside the old one finds no free pages. */
    @Test
    void aPoolForOnePodNamesTheWaysToUpdateIt() {
        Jvm jvm = JvmSamples.told(JvmSamples.g1(17));
        Action pool = PoolSetting.ofHost(2 << 20, 0).write(651, 0, "");
        for (String text : List.of(
                textOf(jvm, pool, new RestartJvm()),
                Form.K8S.files(Situations.of(jvm, pool), EmitTarget.NONE).get(0).text())) {
            assertTrue(text.contains("hp-cli size --rolling"), text);
            assertTrue(text.contains("\"maxSurge\":0,\"maxUnavailable\":1") && text.contains("Recreate"), text);
            assertFalse(text.contains("kubectl rollout restart"), text);
        }
    }

    /** A kubelet that restarts ends pods that no longer fit. */
    @ParameterizedTest
    @CsvSource({"DAEMONSET", "AKS"})
    void aNodeIsDrainedBeforeItsKubeletRestarts(NodeKind kind) {
        EmitTarget target = new EmitTarget(Optional.empty(), Optional.empty(), kind);
        Action pool = PoolSetting.ofHost(2 << 20, 0).write(5, 0, "");
        String text = Form.K8S
                .files(Situations.of(JvmSamples.told(JvmSamples.g1(17)), pool), target)
                .get(1)
                .text();
        int drain = text.indexOf("#   kubectl drain NODE ");
        assertTrue(drain > 0 && drain < text.indexOf("#   kubectl label node NODE hp-jvm=prepare"), text);
        assertTrue(text.indexOf("prepare.sh undo") > text.indexOf("# Undo"), text);
        int ready = text.indexOf("wait --for=condition=Ready pod -l app.kubernetes.io/name=hp-jvm-node");
        assertTrue(ready > text.indexOf("kubectl apply") && ready < text.indexOf("kubectl uncordon NODE"), text);
    }

    /** It would replace a larger request of the container. */
    @Test
    void aPatchWithoutAMemoryLimitRequestsNoMemory() {
        Jvm jvm = JvmSamples.told(JvmSamples.g1(17));
        Advice advice = with(Situations.of(jvm, new RestartJvm()), "requested", Requested.HUGETLB);
        String text = Form.K8S.files(advice, EmitTarget.NONE).get(0).text();
        assertFalse(text.contains("\n              memory: "), text);
        assertTrue(text.contains("\n#   memory: \""), text);
    }

    private static String value(String text) {
        Matcher value = Pattern.compile("value: \"(.*?)\"").matcher(text);
        return value.find() ? value.group(1) : "";
    }

    /** Below a limit that is not known, the JVM would have another heap and perhaps another collector than the pages are for. */
    @ParameterizedTest
    @CsvSource({
        "-Xlog, -Xmx1024m -XX:+UseG1GC",
        "-XX:MaxRAMPercentage=25, -Xmx1024m -XX:+UseG1GC",
        "-Xmx1g -XX:+UseG1GC, ''",
        "-XX:MaxHeapSize=1g, -XX:+UseG1GC"
    })
    void anUnknownLimitDecidesNothing(String arguments, String flags) {
        Jvm jvm = JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(1), arguments.split(" "));
        assertEquals(flags, value(textOf(jvm, new RestartJvm())));
    }

    /** The user lowers a limit that leaves too little beside the heap. */
    @Test
    void aLimitThatTheUserLowersDecidesNothing() {
        Jvm jvm = JvmSamples.told(JvmSamples.memoryLimit(JvmSamples.g1(17), 1050, 300));
        assertEquals("-Xmx1024m -XX:+UseG1GC", value(textOf(jvm, new RestartJvm())));
    }

    /** The pages of -XX:+UseTransparentHugePages count in the memory limit: with it on the command line a lower one ends the JVM. */
    @Test
    void aPodThatKeepsAFlagKeepsItsMemory() {
        JvmFlag change = new JvmFlag(List.of("-XX:+UseLargePages"), List.of("-XX:+UseTransparentHugePages"));
        Jvm jvm = JvmSamples.memoryLimit(JvmSamples.g1(17), 1536, 300);
        for (ArgumentOrigin[] origins : new ArgumentOrigin[][] {
            {ArgumentOrigin.COMMAND_LINE},
            {ArgumentOrigin.JDK_JAVA_OPTIONS, ArgumentOrigin.COMMAND_LINE},
            {ArgumentOrigin.UNKNOWN},
            {}
        }) {
            String text = textOf(withThp(jvm, origins), change);
            assertHugePagesOnly(text);
            assertTrue(text.contains("Remove from its arguments: -XX:+UseTransparentHugePages"), text);
        }
        String whole = textOf(withThp(jvm, ArgumentOrigin.JDK_JAVA_OPTIONS), change);
        assertTrue(whole.contains("lowered by the heap") && whole.contains(" resources:"), whole);
    }

    /** -XX:-UseTransparentHugePages changes nothing: the JVM takes the pages without a limit for them, and dies. */
    @Test
    void aFlagForThePoolComesWithItsLimit() {
        String off = "-XX:-UseTransparentHugePages";
        JvmFlag change = new JvmFlag(List.of("-XX:+UseLargePages"), List.of(off));
        Jvm jvm = JvmSamples.told(JvmSamples.g1(22), off);
        String text = textOf(JvmSamples.memoryLimit(jvm, 1536, 300), change);
        assertHugePagesOnly(text);
        assertFalse(text.contains("add to the requests"), text);
        String unlimited = textOf(jvm, change);
        assertHugePagesOnly(unlimited);
        assertTrue(unlimited.contains("add to the requests"), unlimited);
    }

    private static void assertHugePagesOnly(String text) {
        assertTrue(value(text).contains("-XX:+UseLargePages"), text);
        assertEquals(2, text.split("\n {14}\"?hugepages-2Mi", -1).length - 1, text);
        assertFalse(text.contains("\n              memory: "), text);
        assertTrue(text.contains("The memory of the container stays"), text);
    }

    /** Only the limit that is computed from the flags needs them. */
    @Test
    void aLimitOfTheAdviceStaysWithoutTheFlags() {
        Jvm jvm = JvmSamples.environment(JvmSamples.told(JvmSamples.g1(17)), "JDK_JAVA_OPTIONS", "-Dpassword=***");
        String text = textOf(
                jvm, new JvmFlag(List.of("-XX:+UseLargePages"), List.of()), new PodResource("hugepages-1Gi", "2Gi"));
        assertEquals(2, text.split("\n {14}\"?hugepages-1Gi", -1).length - 1, text);
        assertTrue(text.contains("Not here: limits and requests, hugepages-2Mi: "), text);
    }

    private static Jvm withThp(Jvm jvm, ArgumentOrigin... origins) {
        String flag = "-XX:+UseTransparentHugePages";
        List<Argument> arguments =
                Stream.of(origins).map(origin -> new Argument(flag, origin)).toList();
        return JvmSamples.environment(jvm, "JDK_JAVA_OPTIONS", flag)
                .withArguments(known(new Arguments(arguments, List.of(), "Shop"), "/proc/4242/cmdline"));
    }
}
