package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.VmSysctls;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts that the lab is not: what they change is said, or said to be unknown. */
class OtherHostsTest {

    private static final String ON_PAPER = "That is read from the source alone: nothing was measured on ";

    private static String why(Prediction prediction, RegionName region) {
        return prediction.region(region).orElseThrow().why();
    }

    private static List<String> unknowns(Prediction prediction) {
        return prediction.unknowns().stream().map(Missing::fact).toList();
    }

    private static Host ofArchitecture(String architecture) {
        return with(host(), "kernel", known(new Kernel("6.12.0", Optional.of(architecture)), "/proc/sys/kernel"));
    }

    @Test
    void namesFactsThatWereNotMeasuredThere() {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseTransparentHugePages");
        Prediction power = predict(launch, ofArchitecture("ppc64le"));
        assertTrue(why(power, RegionName.HEAP).endsWith(ON_PAPER + "ppc64le."), why(power, RegionName.HEAP));
        assertTrue(why(power, RegionName.CODE).endsWith(ON_PAPER + "ppc64le."));
        for (String measured : List.of("x86_64", "aarch64")) {
            assertEquals(
                    why(predict(launch, host()), RegionName.HEAP),
                    why(predict(launch, ofArchitecture(measured)), RegionName.HEAP));
        }
        Host large = with(host(), "basePage", known(Bytes.ofKiB(64), "AT_PAGESZ"));
        assertTrue(why(predict(launch, large), RegionName.HEAP)
                .endsWith(ON_PAPER + "a machine with base pages of 64 KiB."));
    }

    /** CODE_CACHE_DEFAULT_LIMIT of OpenJDK 8 on aarch64, and the 240 MiB of others. */
    @Test
    void theCodeCacheOf8IsSmallerOnAarch64() {
        Launch launch = launch("8", "-XX:+UseSerialGC", "-Xmx512m", "-XX:+UseLargePages");
        for (String machine : List.of("x86_64", "aarch64")) {
            Host host = pools(ofArchitecture(machine), 900, 0);
            String size = machine.equals("aarch64") ? "128" : "240";
            assertEquals(
                    Long.parseLong(size) / 2,
                    pages(predict(launch, host), RegionName.CODE),
                    why(predict(launch, host), RegionName.CODE));
            Map<String, VmFlag> printed = Map.of(
                    "ReservedCodeCacheSize", new VmFlag("100663296", "pd product", "default"),
                    "UseSerialGC", new VmFlag("false", "product", "default"),
                    "MaxHeapSize", new VmFlag("6318718976", "product", "default"),
                    "UseLargePages", new VmFlag("false", "pd product", "default"));
            assertEquals(48, pages(predict(launch.withDefaults(printed), host), RegionName.CODE));
        }
    }

    private static long pages(Prediction prediction, RegionName region) {
        return Predictions.pool(prediction, TWO_MIB)
                .orElseThrow()
                .parts()
                .get(region)
                .max();
    }

    /** glibc 2.43 ("malloc: Enable 2MB THP by default on Aarch64"). */
    @Test
    void mallocMayOptInOnAarch64() {
        Launch launch = launch("21", "-Xmx1g");
        assertEquals(Optional.of(PageKind.BASE), nativeMemory(launch, ofArchitecture("x86_64")));
        assertEquals(Optional.empty(), nativeMemory(launch, ofArchitecture("aarch64")));
        assertEquals(
                Optional.of(PageKind.BASE),
                nativeMemory(launch, thp(ofArchitecture("aarch64"), "never", "inherit", "never")));
    }

    private static Optional<PageKind> nativeMemory(Launch launch, Host host) {
        return predict(launch, host).region(RegionName.NATIVE).orElseThrow().kind();
    }

    @Test
    void shenandoahOf8WasNotMeasured() {
        Launch launch = launch("8", "-XX:+UseShenandoahGC", "-Xmx1g", "-XX:+UseLargePages");
        VmIdentity vm = new VmIdentity(
                VmKind.HOTSPOT,
                launch.vm().release(),
                "1.8.0_504",
                "Red Hat, Inc.",
                Optional.empty(),
                Optional.empty());
        Prediction prediction = predict(launch.withVm(vm), pools(host(), 900, 0));
        String said = prediction.toString();
        assertTrue(said.contains("SHENANDOAH in Java 8"), said);
        for (RegionName region : List.of(RegionName.HEAP, RegionName.CODE)) {
            assertTrue(why(prediction, region).contains("were not measured"), why(prediction, region));
        }
    }

    @Test
    void epsilonHasNoTables() {
        Launch launch = launch(
                "21",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseEpsilonGC",
                "-Xmx1g",
                "-XX:+UseTransparentHugePages");
        assertTrue(why(predict(launch, host()), RegionName.GC).contains("no tables"));
    }

    private static Host onKernel(String release, String mode) {
        return with(
                thp(host(), mode, "inherit", "never"),
                "kernel",
                known(new Kernel(release, Optional.of("x86_64")), "/proc/sys/kernel"));
    }

    /** Linux 7 has no CONFIG_READ_ONLY_THP_FOR_FS, whose absence means base pages before. */
    @Test
    void executableFilesAreNotKnownOnLinux7() {
        Launch launch = launch("25", "-Xmx1g");
        assertEquals(
                Optional.of(PageKind.BASE),
                predict(launch, onKernel("6.18.44", "always"))
                        .region(RegionName.TEXT)
                        .orElseThrow()
                        .kind());
        assertEquals(
                Optional.empty(),
                predict(launch, onKernel("7.2.0", "always"))
                        .region(RegionName.TEXT)
                        .orElseThrow()
                        .kind());
        assertEquals(
                Optional.of(PageKind.BASE),
                predict(launch, onKernel("7.2.0", "never"))
                        .region(RegionName.TEXT)
                        .orElseThrow()
                        .kind());
    }

    private static Host nodes(long first, long second) {
        return with(
                pools(host(), first + second, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, TWO_MIB, first, first, 0), new NodePool(1, TWO_MIB, second, second, 0)),
                        "/sys/devices/system/node"));
    }

    /** The bill is 184. */
    @ParameterizedTest
    @CsvSource({"184, 184, false", "183, 200, true", "400, 0, true"})
    void thePermittedNodesAreUnknown(long first, long second, boolean open) {
        Prediction prediction =
                predict(launch("21", "-XX:+UseSerialGC", "-Xmx128m", "-XX:+UseLargePages"), nodes(first, second));
        assertEquals(open, unknowns(prediction).contains("whether it may use the pages of all NUMA nodes"));
        assertEquals(
                Optional.of(PageKind.HUGETLB),
                prediction.region(RegionName.HEAP).orElseThrow().kind());
    }

    @ParameterizedTest
    @CsvSource({"17, SHM/HugeTLBFS large pages", "25, +UseLargePages"})
    void parallelOnSeveralNodesResizesNoMore(String release, String with) {
        String[] arguments = {"-XX:+UseParallelGC", "-Xmx128m", "-XX:+UseLargePages", "-XX:+UseNUMA"};
        Prediction several = predict(launch(release, arguments), nodes(400, 400));
        assertEquals(
                List.of(WarningCode.FLAG_CONFLICT),
                several.warnings().stream().map(Warning::code).toList());
        assertTrue(several.warnings().get(0).text().contains(" with " + with + ","));
        assertEquals(
                List.of(),
                predict(launch(release, arguments), pools(host(), 800, 0)).warnings());
    }

    private static Host commits(long mode, long limitMib, long usedMib) {
        Host host = with(host(), "vm", known(new VmSysctls(Map.of("overcommit_memory", mode)), "/proc/sys/vm"));
        return with(
                host,
                "memory",
                known(
                        new Memory(Map.of(
                                "MemTotal", Bytes.ofGiB(16),
                                "Hugepagesize", TWO_MIB,
                                "CommitLimit", Bytes.ofMiB(limitMib),
                                "Committed_AS", Bytes.ofMiB(usedMib))),
                        "/proc/meminfo"));
    }

    /** The heap at its start, 240 MiB of code, and 512 MiB for all the rest. */
    @ParameterizedTest
    @CsvSource({"0, 8000, 7900, true", "2, 8000, 7900, false", "2, 8000, 6224, true", "2, 8000, 6225, false"})
    void aHostThatNeverOvercommitsMayRefuse(long mode, long limit, long used, boolean starts) {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xms1g", "-Xmx4g");
        Prediction prediction = predict(launch, commits(mode, limit, used));
        assertEquals(starts ? Optional.of(true) : Optional.empty(), prediction.starts());
        assertEquals(!starts, unknowns(prediction).contains("whether the host lets it commit its memory"));
    }

    /** Only its file system knows whether a heap of AllocateHeapAt is on a pool. */
    @Test
    void aHeapInAFileIsNotReservedOfAPool() {
        Prediction prediction = predict(
                launch("21", "-XX:+UseSerialGC", "-Xmx128m", "-XX:+UseLargePages", "-XX:AllocateHeapAt=/mnt/heap"),
                pools(host(), 130, 0));
        assertEquals(
                Optional.empty(),
                prediction.region(RegionName.HEAP).orElseThrow().kind());
        assertEquals(Span.exactly(120), prediction.pools().get(0).takesAtStart());
        assertEquals(List.of("on which file system the heap is"), unknowns(prediction));
        Prediction zgc = predict(
                launch("21", "-XX:+UseZGC", "-Xmx128m", "-XX:+UseLargePages", "-XX:AllocateHeapAt=/mnt/heap"),
                pools(host(), 130, 0));
        assertEquals(Optional.empty(), zgc.starts());
    }

    private static Launch withQuota(Launch launch, Optional<Long> own, Optional<Long> tightest) {
        Cgroup group = with(launch.cgroup().known().orElseThrow(), "cpu", Optional.of(new CpuQuota(own, tightest)));
        return with(launch, "cgroup", known(group, "/proc/self/cgroup"));
    }

    /** On two processors: a quota of one is no server; one and a half are two; ancestors count since 24 and 21.0.9. */
    @ParameterizedTest
    @CsvSource({
        "17, 1000, 1000, SERIAL",
        "17, 1500, 1500, G1",
        "17, 500,  500,  SERIAL",
        "17, ,     ,     G1",
        "17, ,     1000, G1",
        "21.0.8, , 1000, G1",
        "21.0.9, , 1000, SERIAL",
        "21.0.13,, 1000, SERIAL",
        "11.0.15, 1000, 1000, G1",
        "11.0.16, 1000, 1000, SERIAL",
        "25, ,     1000, SERIAL",
        "28, 1000, 1000, G1"
    })
    void aQuotaOfProcessorTimeIsANumberOfProcessors(String release, Long own, Long tightest, Collector collector) {
        Launch launch = withQuota(launch(release), Optional.ofNullable(own), Optional.ofNullable(tightest));
        assertEquals(Optional.of(collector), predict(launch, host()).vm().gc());
        assertEquals(
                Optional.of(Collector.G1),
                predict(
                                withQuota(
                                        launch(release, "-XX:-UseContainerSupport"),
                                        Optional.ofNullable(own),
                                        Optional.ofNullable(tightest)),
                                host())
                        .vm()
                        .gc());
    }
}
