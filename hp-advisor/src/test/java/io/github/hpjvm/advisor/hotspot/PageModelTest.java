package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.memoryLimit;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static io.github.hpjvm.advisor.hotspot.Predictions.kind;
import static io.github.hpjvm.advisor.hotspot.Predictions.risks;
import static io.github.hpjvm.advisor.hotspot.Predictions.taken;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The predictions as a whole: measurements of real JVMs, refusals, warnings, and missing facts. */
class PageModelTest {
    @ParameterizedTest
    @CsvFileSource(resources = "page-model.csv", delimiter = '|', useHeadersInDisplayName = true)
    void equalsMeasurementsOfRealJvms(
            String jdk,
            String arguments,
            String enabled,
            String pmd,
            String shmem,
            long small,
            long gigantic,
            boolean starts,
            String heap,
            String code,
            String takes,
            String warnings) {
        Host host = pools(thp(host(), enabled, pmd, shmem), small, gigantic);
        Prediction prediction = predict(launch(jdk, words(arguments)), host);
        assertEquals(Optional.of(starts), prediction.starts(), prediction.toString());
        assertTrue(prediction.unknowns().isEmpty());
        if (!starts) {
            assertFalse(prediction.refusal().isEmpty());
            assertTrue(prediction.regions().isEmpty());
            return;
        }
        assertTrue(prediction.refusal().isEmpty());
        assertEquals(
                Arrays.stream(RegionName.values())
                        .filter(name -> name != RegionName.FILES)
                        .toList(),
                prediction.regions().stream().map(RegionForecast::name).toList());
        assertEquals(heap, kind(prediction, RegionName.HEAP), prediction.toString());
        assertEquals(code, kind(prediction, RegionName.CODE), prediction.toString());
        assertEquals(Span.exactly(Long.parseLong(takes)), taken(prediction), prediction.toString());
        assertEquals(
                warnings == null ? "" : warnings,
                prediction.warnings().stream()
                        .map(warning -> warning.code().name())
                        .distinct()
                        .collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource({"'', 65880", "-XX:+UseTransparentHugePages, 67584"})
    void epsilonRoundsItsHeapToItsPages(String pages, long kib) {
        Prediction prediction = predict(
                launch("21", "-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx65877k", pages), host());
        assertEquals(Optional.of(Bytes.ofKiB(kib)), prediction.vm().maxHeap());
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1g, '', false",
        "8, 1g, -XX:+UseTransparentHugePages, true",
        "11, 1g, '', true",
        "11, 2m, '', false",
        "17, 1g, '', false"
    })
    void anIgnoredSizeIsAWarning(String release, String size, String pages, boolean said) {
        Prediction prediction = predict(launch(release, "-XX:LargePageSizeInBytes=" + size, "-Xmx128m", pages), host());
        assertEquals(
                said,
                prediction.warnings().stream().anyMatch(w -> w.code() == WarningCode.LARGE_PAGE_SIZE_IGNORED),
                prediction::toString);
    }

    @Test
    void aJvmThatRefusesPrintsEarlierWarnings() {
        Launch launch = launch(
                "25", "-XX:+UseZGC", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=4m", "-Xms192m", "-Xmx192m");
        Prediction prediction = predict(launch, host());
        assertEquals(Optional.of(false), prediction.starts());
        assertEquals(
                List.of(WarningCode.LARGE_PAGES_DISABLED),
                prediction.warnings().stream().map(Warning::code).toList());
    }

    @ParameterizedTest
    @CsvSource({"200, false", "101, false", "100, true", "70, true"})
    void jdk8RefusesARatioThatIsNoPercentage(String ratio, boolean starts) {
        Prediction prediction = predict(
                launch("8", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:MaxHeapFreeRatio=" + ratio, "-Xmx128m"), host());
        assertEquals(Optional.of(starts), prediction.starts(), prediction::toString);
    }

    @Test
    void aMemoryLimitBelowTheHeapKills() {
        Launch launch = memoryLimit(launch("21", "-Xmx2g"), Bytes.ofGiB(1));
        assertEquals(List.of(RiskCode.OUT_OF_MEMORY_KILL), risks(predict(launch, host())));
    }

    @Test
    void aSmallContainerChangesCollectorAndHeap() {
        Prediction prediction = predict(memoryLimit(launch("21"), Bytes.ofMiB(512)), host());
        assertEquals(Optional.of(Collector.SERIAL), prediction.vm().gc());
        assertEquals(Optional.of(Bytes.ofMiB(128)), prediction.vm().maxHeap());
        assertEquals(
                Optional.of(Collector.G1),
                predict(memoryLimit(launch("27"), Bytes.ofMiB(512)), host())
                        .vm()
                        .gc());
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "11", "17", "21", "25", "28-ea+18"})
    void isUnknownWithoutPoolsAndPolicy(String jdk) {
        Host blind = with(
                with(host(), "pools", FactsSamples.denied("/sys/kernel/mm/hugepages")),
                "thp",
                FactsSamples.denied("/sys/kernel/mm/transparent_hugepage"));
        for (String flag : List.of("-XX:+UseLargePages", "-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch")) {
            Prediction prediction = predict(launch(jdk, "-Xmx1g", flag), blind);
            assertEquals("?", kind(prediction, RegionName.HEAP));
            assertFalse(prediction.unknowns().isEmpty());
            assertTrue(prediction.pools().isEmpty());
        }
    }

    @Test
    void otherVmsAreUnknown() {
        Launch launch = with(launch("17"), "vm", VmIdentity.of(VmKind.OPENJ9));
        Prediction prediction = predict(launch, host());
        assertTrue(prediction.starts().isEmpty());
        assertTrue(prediction.regions().isEmpty());
        assertEquals(1, prediction.unknowns().size());
    }

    @Test
    void everyForecastHasItsReasonAndItsSource() {
        for (String jdk : List.of("8", "11", "17", "21", "25", "27.0.1")) {
            for (String flag : List.of("", "-XX:+UseLargePages", "-XX:+UseTransparentHugePages")) {
                for (String enabled : List.of("always", "madvise", "never")) {
                    Host host = pools(thp(host(), enabled, "inherit", "advise"), 400, 0);
                    Prediction prediction = predict(launch(jdk, "-XX:+UseG1GC", "-Xmx1g", flag), host);
                    prediction.regions().forEach(region -> {
                        assertTrue(region.why().matches("[A-Z-].*\\."), region.why());
                        assertFalse(region.why().contains(".."), region.why());
                        assertFalse(region.source().isEmpty());
                        boolean never = region.when() == When.NEVER;
                        assertEquals(never, region.kind().equals(Optional.of(PageKind.BASE)));
                    });
                }
            }
        }
    }

    @Test
    void isAFunctionOfItsInputs() {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages");
        Host host = pools(host(), 600, 0);
        assertEquals(predict(launch, host), predict(launch, host));
    }
}
