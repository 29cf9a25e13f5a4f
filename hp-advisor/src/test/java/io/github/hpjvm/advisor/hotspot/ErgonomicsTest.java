package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupView;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.MeasuredRelease;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErgonomicsTest {

    private static Start start(Launch launch, Host host) {
        StartUp startUp = new StartUp(launch, host, launch.vm().release().orElseThrow(), Launches.flags(launch));
        return startUp.start(startUp.choice().collector());
    }

    /** {@code java ... -XX:+PrintFlagsFinal -version} on a machine of two processors and 24 684 084 KiB. */
    @ParameterizedTest
    @CsvFileSource(resources = "ergonomics.csv", delimiter = '|', useHeadersInDisplayName = true)
    void equalMeasurementsOfRealJvms(
            String jdk, String arguments, String collector, long max, long initial, long codeCache) {
        Start start = start(launch(jdk, words(arguments == null ? "" : arguments)), host());
        String flag = collector == null ? "UseSerialGC" : collector;
        assertEquals(flag, "Use" + name(start.collector().orElseThrow()) + "GC");
        HeapShape shape = start.shape().orElseThrow();
        assertEquals(max, shape.max().value());
        assertEquals(initial, shape.initial().orElseThrow().value());
        boolean rounded = start.release() >= 23
                && start.code().segmented()
                && !start.code().given();
        if (!rounded) {
            assertEquals(codeCache, start.code().size().value());
        } else if (!start.large().sizes().isEmpty()) {
            Piece code = MeasuredRelease.pieces(
                            25,
                            start.heap().orElseThrow(),
                            start.code(),
                            start.large().sizes(),
                            start.machine().basePage())
                    .get(0);
            assertEquals(Span.exactly(codeCache >> 21), code.pages());
        }
    }

    private static String name(Collector collector) {
        return switch (collector) {
            case SERIAL -> "Serial";
            case PARALLEL -> "Parallel";
            case G1 -> "G1";
            case ZGC, ZGC_GENERATIONAL -> "Z";
            case SHENANDOAH -> "Shenandoah";
            default -> collector.name();
        };
    }

    @Test
    void aRunningJvmsOwnSizesOverruleAll() {
        Launch launch = with(
                launch("21", "-Xmx1g"),
                "finals",
                Map.of(
                        "MaxHeapSize", new VmFlag("2147483648", "product", "command line"),
                        "InitialHeapSize", new VmFlag("536870912", "product", "ergonomic")));
        HeapShape shape = start(launch, host()).shape().orElseThrow();
        assertEquals(Bytes.ofGiB(2), shape.max());
        assertEquals(Optional.of(Bytes.ofMiB(512)), shape.initial());
    }

    @Test
    void namesUnknownFactsOfTheMachine() {
        Host blind = with(host(), "memory", FactsSamples.denied("/proc/meminfo"));
        Prediction prediction = Launches.predict(launch("21"), blind);
        assertTrue(prediction.vm().maxHeap().isEmpty());
        assertTrue(prediction.vm().gc().isEmpty());
        assertFalse(prediction.unknowns().isEmpty());
        assertEquals(Optional.of(true), prediction.starts());
        Prediction given = Launches.predict(launch("21", "-XX:+UseG1GC", "-Xmx1g", "-Xms1g"), blind);
        assertTrue(given.unknowns().isEmpty(), given.toString());
    }

    @Test
    void readsTheDefaultCollectorFromTheBareRunIfTheCpuIsUnknown() {
        Host blind = with(host(), "cpu", FactsSamples.denied("/proc/cpuinfo"));
        Launch launch = with(
                launch("21", "-Xmx1g"), "defaults", Map.of("UseSerialGC", new VmFlag("true", "product", "ergonomic")));
        assertEquals(Optional.of(Collector.SERIAL), start(launch, blind).collector());
    }

    @Test
    void theAnswerOfTheBareRunOverrulesTheModel() {
        Map<String, VmFlag> bare = Map.of(
                "UseSerialGC", new VmFlag("true", "product", "ergonomic"),
                "MaxHeapSize", new VmFlag("1073741824", "product", "ergonomic"),
                "InitialHeapSize", new VmFlag("67108864", "product", "ergonomic"));
        Start start = start(with(launch("21"), "defaults", bare), host());
        assertEquals(Optional.of(Collector.SERIAL), start.collector());
        assertEquals(Bytes.ofGiB(1), start.shape().orElseThrow().max());
        assertEquals(Optional.of(Bytes.ofMiB(64)), start.shape().orElseThrow().initial());
        Start more = start(with(launch("21", "-Xms2g"), "defaults", bare), host());
        assertEquals(Bytes.ofGiB(2), more.shape().orElseThrow().max());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-XX:+AlwaysActAsServerClassMachine", "-XX:ActiveProcessorCount=4", "-XX:-UseContainerSupport"})
    void anArgumentThatChangesTheDecisionOverrulesTheBareRun(String argument) {
        Map<String, VmFlag> bare = Map.of(
                "UseSerialGC", new VmFlag("true", "product", "ergonomic"),
                "AlwaysActAsServerClassMachine", new VmFlag("false", "product", "default"),
                "ActiveProcessorCount", new VmFlag("-1", "product", "default"),
                "UseContainerSupport", new VmFlag("true", "product", "default"));
        assertEquals(
                Optional.of(Collector.SERIAL),
                start(with(launch("21"), "defaults", bare), host()).collector());
        Launch launch = with(launch("21", argument), "defaults", bare);
        assertEquals(Optional.of(Collector.G1), start(launch, host()).collector());
    }

    /** The bare run is made outside of the control group of the JVM. */
    @Test
    void aLimitOfTheControlGroupOverrulesTheBareRun() {
        Map<String, VmFlag> bare = Map.of("UseG1GC", new VmFlag("true", "product", "ergonomic"));
        Launch free = with(launch("21"), "defaults", bare);
        Cgroup group = with(
                free.cgroup().known().orElseThrow(),
                "cpu",
                Optional.of(new CpuQuota(Optional.of(1000L), Optional.of(1000L))));
        Launch limited = with(free, "cgroup", Fact.known(group, free.cgroup().source()));
        assertEquals(Optional.of(Collector.G1), start(free, host()).collector());
        assertEquals(Optional.of(Collector.SERIAL), start(limited, host()).collector());
    }

    private static Launch withMemory(Reason reason) {
        Launch launch = launch("21");
        Cgroup groups = launch.cgroup().known().orElseThrow();
        Fact<?> absent = Fact.absent(reason, Source.of("/proc/self/mountinfo"));
        return with(
                launch,
                "cgroup",
                Fact.known(with(groups, "memory", absent), launch.cgroup().source()));
    }

    /** Groups that the reader does not see may limit a JVM that sees them. */
    @Test
    void hiddenGroupsAreNoGroupsWithoutLimits() {
        Machine hidden = start(withMemory(Reason.NOT_PRESENT), host()).machine();
        assertEquals(Optional.empty(), hidden.memory());
        assertEquals(Optional.empty(), hidden.processors());
        assertEquals(2, hidden.unknowns().size());
        Machine none = start(withMemory(Reason.NOT_SUPPORTED), host()).machine();
        assertEquals(Optional.of(Bytes.ofKiB(24_684_084)), none.memory());
        assertEquals(Optional.of(2), none.processors());
    }

    /** HotSpot applies no limit of groups that it does not see. */
    @Test
    void groupsThatTheJvmDoesNotSeeDoNotCount() {
        Launch launch = withMemory(Reason.NOT_PRESENT);
        Cgroup groups = launch.cgroup().known().orElseThrow();
        GroupView incomplete = new GroupView(false, Optional.empty(), Optional.empty());
        for (Cgroup blind :
                List.of(with(groups, "view", Optional.of(incomplete)), with(groups, "layout", Cgroup.Layout.NONE))) {
            Launch alone =
                    with(launch, "cgroup", Fact.known(blind, launch.cgroup().source()));
            assertEquals(
                    Optional.of(Bytes.ofKiB(24_684_084)),
                    start(alone, host()).machine().memory());
        }
    }

    /** A share of the memory is no answer about another share. */
    @Test
    void anotherShareIsComputed() {
        Map<String, VmFlag> bare = Map.of(
                "UseSerialGC", new VmFlag("true", "product", "ergonomic"),
                "MaxHeapSize", new VmFlag("1073741824", "product", "ergonomic"),
                "MaxRAMPercentage", new VmFlag("25.000000", "product", "default"));
        Launch launch = with(launch("21", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=50"), "defaults", bare);
        assertEquals(
                12_639_535_104L,
                start(launch, host()).shape().orElseThrow().max().value());
    }

    /** Arguments::set_heap_size takes the initial heap if it is larger than the share, whatever the share is. */
    @Test
    void aLargeInitialHeapIsTheMaximum() {
        Map<String, VmFlag> bare = Map.of(
                "MaxHeapSize", new VmFlag("6291456000", "product", "ergonomic"),
                "InitialHeapSize", new VmFlag("393216000", "product", "ergonomic"),
                "UseSerialGC", new VmFlag("false", "product", "default"));
        for (String size : List.of("28g", "30g", "100g")) {
            Start start = start(with(launch("21", "-XX:+UseSerialGC", "-Xms" + size), "defaults", bare), host());
            assertEquals(Bytes.parse(size), start.shape().orElseThrow().max());
        }
    }

    @Test
    void theErgonomicLimitBoundsTheShare() {
        Start start = start(launch("21", "-XX:+UseSerialGC", "-XX:ErgoHeapSizeLimit=4g"), host());
        assertEquals(Bytes.ofGiB(4), start.shape().orElseThrow().max());
    }

    /** Arguments::set_aggressive_heap_flags: half of the memory as a fixed heap of Parallel on large pages. */
    @Test
    void aggressiveHeapSetsCollectorAndHeap() {
        Start start = start(launch("21", "-XX:+AggressiveHeap"), host());
        assertEquals(Optional.of(Collector.PARALLEL), start.collector());
        HeapShape shape = start.shape().orElseThrow();
        assertEquals(12_639_535_104L, shape.max().value(), 4 << 20);
        assertEquals(Optional.of(shape.max()), shape.initial());
        Start small = start(launch("21", "-XX:+AggressiveHeap", "-Xmx1g"), host());
        assertEquals(Bytes.ofGiB(1), small.shape().orElseThrow().max());
        assertEquals(Optional.empty(), small.shape().orElseThrow().initial(), "it depends on the order");
    }

    /** Since 18 a region may have 512 MiB (JDK-8275056); before, 32 MiB. */
    @Test
    void aGivenRegionOfG1RoundsTheHeap() {
        for (String release : List.of("21", "25")) {
            Start start = start(launch(release, "-XX:+UseG1GC", "-Xmx1100m", "-XX:G1HeapRegionSize=512m"), host());
            assertEquals(Bytes.ofMiB(1536), start.shape().orElseThrow().max());
        }
        Start old = start(launch("17", "-XX:+UseG1GC", "-Xmx1100m", "-XX:G1HeapRegionSize=32m"), host());
        assertEquals(Bytes.ofMiB(1120), old.shape().orElseThrow().max());
    }

    @Test
    void theDefaultCollectorTurnedOffIsARefusal() {
        Prediction prediction = Launches.predict(launch("17", "-XX:-UseG1GC"), host());
        assertEquals(Optional.of(false), prediction.starts());
        assertTrue(prediction.refusal().startsWith("Garbage collector not selected"), prediction.refusal());
    }

    @Test
    void theMissingCollectorIsRefusedBeforeTheSizesOfTheHeap() {
        Prediction prediction = Launches.predict(launch("17", "-Xmx64m", "-Xms1g", "-XX:-UseG1GC"), host());
        assertEquals(Optional.of(false), prediction.starts());
        assertTrue(prediction.refusal().startsWith("Garbage collector not selected"), prediction.refusal());
    }

    /** {@code -Xlog:gc+heap+coops=debug} of 8 to 28: a heap that is not zero-based is preceded by a piece of its own. */
    @ParameterizedTest
    @CsvSource({
        "-XX:+UseSerialGC, 31g,    '',                            true",
        "-XX:+UseSerialGC, 32766m, '',                            true",
        "-XX:+UseSerialGC, 32767m, '',                            false",
        "-XX:+UseG1GC,     30700m, '',                            ",
        "-XX:+UseG1GC,     32736m, '',                            true",
        "-XX:+UseG1GC,     32740m, '',                            false",
        "-XX:+UseG1GC,     25g,    '',                            false",
        "-XX:+UseG1GC,     40g,    -XX:ObjectAlignmentInBytes=16, false",
        "-XX:+UseG1GC,     63g,    -XX:ObjectAlignmentInBytes=16, true",
        "-XX:+UseG1GC,     65504m, -XX:ObjectAlignmentInBytes=16, true",
        "-XX:+UseG1GC,     65505m, -XX:ObjectAlignmentInBytes=16, false",
        "-XX:+UseG1GC,     31g,    -XX:-UseCompressedOops,        false",
        "-XX:+UseZGC,      31g,    '',                            false",
    })
    void heapsNear32GibHaveCompressedOopsWithABaseOrNone(String collector, String max, String more, Boolean prefix) {
        Launch launch = launch("21", collector, "-Xmx" + max, more);
        assertEquals(
                Optional.ofNullable(prefix),
                start(launch, host()).shape().orElseThrow().prefix());
    }

    /**
     * JDK-8275056 and JDK-8354145. Measured with -XX:+PrintFlagsFinal: 17.0.21, 21.0.13 and 25.0.5 compress oops up to 32736m.
     */
    @ParameterizedTest
    @CsvSource({
        "17, 32512m, '', true",
        "18, 32512m, '', false",
        "18, 32256m, '', true",
        "21.0.7, 32512m, '', false",
        "21.0.9, 32512m, '', ",
        "21.0.9, 32256m, '', true",
        "21.0.9, 32740m, '', false",
        "21.0.13, 32736m, '', true",
        "21.0.13, 32512m, -XX:G1HeapRegionSize=32m, false",
        "24, 32512m, '', false",
        "25, 32736m, '', true"
    })
    void regionsOf512MiBLowerTheBorderOfCompressedOops(String version, String max, String more, Boolean prefix) {
        Launch launch = launch(version, "-XX:+UseG1GC", "-Xmx" + max, more);
        assertEquals(
                Optional.ofNullable(prefix),
                start(launch, host()).shape().orElseThrow().prefix());
    }

    /** {@code taskset -c 0 java -version} takes the serial collector up to 26 on a machine of two processors. */
    @ParameterizedTest
    @CsvSource({"25, 1, SERIAL", "25, 2, G1", "25, 64, G1", "8, 1, SERIAL", "28, 1, G1"})
    void countTheProcessorsThatItMayRunOn(String release, int allowed, String collector) {
        Launch bound = with(launch(release), "affinity", Optional.of(allowed));
        assertEquals(collector, start(bound, host()).collector().orElseThrow().name());
    }
}
