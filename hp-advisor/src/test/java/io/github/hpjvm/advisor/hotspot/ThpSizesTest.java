package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static io.github.hpjvm.advisor.hotspot.Predictions.risks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts on which sizes of transparent huge pages have modes of their own. */
class ThpSizesTest {
    private static final Bytes PMD_OF_64_KIB = Bytes.ofMiB(512);

    /** With modes such as {@code 64k=always}; the PMD size inherits unless it is named. */
    private static Host modes(String enabled, Bytes base, Bytes pmd, String sizes, String shmem, String shmemSizes) {
        List<ThpSize> all = new ArrayList<>();
        Optional<String> ofPmd = Optional.of("inherit");
        for (String one : words(sizes)) {
            Bytes size = Bytes.parse(one.substring(0, one.indexOf('=')));
            String mode = one.substring(one.indexOf('=') + 1);
            all.add(new ThpSize(
                    size,
                    Optional.of(mode),
                    Optional.empty(),
                    Optional.of(ThpSize.effective(mode, enabled)),
                    Optional.empty(),
                    Map.of()));
            ofPmd = size.equals(pmd) ? Optional.of(mode) : ofPmd;
        }
        for (String one : words(shmemSizes)) {
            String mode = one.substring(one.indexOf('=') + 1);
            all.add(new ThpSize(
                    Bytes.parse(one.substring(0, one.indexOf('='))),
                    Optional.empty(),
                    Optional.of(mode),
                    Optional.empty(),
                    Optional.of(ThpSize.effectiveShmem(mode, shmem)),
                    Map.of()));
        }
        Host host = with(
                host(),
                "thp",
                known(
                        new ThpPolicy(enabled, ofPmd, "madvise", Optional.of(shmem), pmd),
                        "/sys/kernel/mm/transparent_hugepage"));
        host = with(
                host,
                "thpSettings",
                known(new ThpSettings(Map.of(), Map.of(), all, List.of()), "/sys/kernel/mm/transparent_hugepage"));
        return with(host, "basePage", known(base, "AT_PAGESZ"));
    }

    private static Host of64KiB(String enabled, String sizes) {
        return modes(enabled, Bytes.ofKiB(64), PMD_OF_64_KIB, sizes, "never", "");
    }

    private static Host of4KiB(String enabled, String sizes) {
        return modes(enabled, Bytes.ofKiB(4), Launches.TWO_MIB, sizes, "never", "");
    }

    private static RegionForecast heap(String release, String arguments, Host host) {
        return predict(launch(release, words(arguments)), host)
                .region(RegionName.HEAP)
                .orElseThrow();
    }

    private static String pages(RegionForecast heap) {
        return heap.kind().map(Enum::name).orElse("?") + " " + heap.pageSize();
    }

    /** A size in mode madvise fills up advised memory only. */
    @ParameterizedTest
    @CsvSource({
        "21, always, 2m=madvise, -Xms256m -Xmx256m, BASE 64 KiB",
        "21, always, 2m=always, -Xms256m -Xmx256m, THP 2 MiB",
        "21, always, 2m=inherit, -Xms256m -Xmx256m, THP 2 MiB",
        "21, always, 2m=always, -Xms1g -Xmx1g, THP 512 MiB",
        "11.0.29, madvise, 2m=madvise, -XX:+UseTransparentHugePages -Xms256m -Xmx256m, THP 2 MiB",
        "11.0.29, madvise, 2m=never, -XX:+UseTransparentHugePages -Xms1g -Xmx1g, THP 512 MiB",
        "21.0.13, madvise, 2m=never, -XX:+UseTransparentHugePages -Xmx256m -Xshare:off, THP 512 MiB"
    })
    void aSmallHeapHasNoPageOf512MiB(String release, String enabled, String sizes, String arguments, String pages) {
        assertEquals(pages, pages(heap(release, "-XX:+UseG1GC " + arguments, of64KiB(enabled, sizes))));
    }

    /** JDK-8310233: these updates align the heap to the default size of hugetlb pages. */
    @ParameterizedTest
    @CsvSource({"8, BASE", "11.0.29, BASE", "17.0.9, BASE", "21.0.0, BASE", "17.0.10, THP", "21.0.1, THP"})
    void aHeapThatIsNotAlignedHasNone(String release, String kind) {
        RegionForecast heap = heap(
                release, "-XX:+UseParallelGC -XX:+UseTransparentHugePages -Xms256m -Xmx256m", of64KiB("madvise", ""));
        assertEquals(kind, heap.kind().orElseThrow().name(), heap.why());
        assertEquals(kind.equals("BASE"), heap.why().contains("aligns to 2 MiB"), heap.why());
    }

    /** thp_vma_allowable_orders in include/linux/huge_mm.h. The modes of shared memory do not matter. */
    @ParameterizedTest
    @CsvSource({
        "madvise, 2m=inherit 64k=always, '', THP 64 KiB",
        "madvise, 2m=inherit 64k=madvise, '', BASE 4 KiB",
        "madvise, 2m=inherit 64k=always, -XX:+UseTransparentHugePages, THP 2 MiB",
        "madvise, 2m=never 64k=madvise, -XX:+UseTransparentHugePages, THP 64 KiB",
        "madvise, 2m=never 64k=madvise 32k=always, '', THP 32 KiB",
        "madvise, 2m=never 64k=madvise 32k=always, -XX:+UseTransparentHugePages, THP 64 KiB",
        "always, 2m=madvise 64k=inherit, '', THP 64 KiB",
        "never, 2m=never 64k=always, '', THP 64 KiB",
        "never, 2m=never 64k=madvise, '', BASE 4 KiB"
    })
    void eachMemoryHasASizeOfItsOwn(String enabled, String sizes, String flag, String pages) {
        for (String shmem : List.of("never", "advise", "always")) {
            for (String size : List.of("-Xms1g -Xmx1g", "-Xms64m -Xmx1g")) {
                Host host = modes(enabled, Bytes.ofKiB(4), Launches.TWO_MIB, sizes, shmem, "");
                RegionForecast heap = heap("21", "-XX:+UseG1GC " + size + " " + flag, host);
                assertEquals(pages, pages(heap), size);
                assertEquals(
                        pages.contains("KiB") && pages.contains("THP"),
                        heap.why().contains("kB/enabled is"));
            }
        }
    }

    /** A code cache of 240 MiB has no page of 512 MiB, but may have smaller ones. */
    @ParameterizedTest
    @CsvSource({
        "always, '', '', BASE",
        "always, 2m=madvise, '', BASE",
        "always, 2m=always, '', ?",
        "always, 2m=always, -XX:+UseTransparentHugePages, ?",
        "always, 512m=never 2m=always, '', ?",
        "madvise, 2m=madvise, -XX:+UseTransparentHugePages, BASE",
    })
    void aSmallCodeCacheMayHaveSmallerPages(String enabled, String sizes, String flag, String kind) {
        Prediction prediction = predict(launch("21", words("-Xmx4g " + flag)), of64KiB(enabled, sizes));
        assertEquals(kind, Predictions.kind(prediction, RegionName.CODE));
    }

    @Test
    void onlyPagesOfThePmdSizeAreARiskForStacks() {
        Host old = with(
                of4KiB("madvise", "2m=inherit 64k=always"),
                "kernel",
                known(new Kernel("5.14.0-1.el9", Optional.empty()), "/proc/sys/kernel/osrelease"));
        assertFalse(risks(predict(launch("8", "-Xms1g", "-Xmx1g"), old)).contains(RiskCode.STACKS_ON_THP));
    }

    /** What Shenandoah grows by is not advised, and gets the size of memory that is not. */
    @Test
    void aShenandoahThatGrowsIsNotOnBasePagesIfASmallerSizeIsForAll() {
        String arguments = "-XX:+UseShenandoahGC -XX:+UseTransparentHugePages -Xms64m -Xmx1g";
        assertEquals("BASE 4 KiB", pages(heap("25", arguments, of4KiB("madvise", "64k=madvise"))));
        RegionForecast heap = heap("25", arguments, of4KiB("madvise", "64k=always"));
        assertEquals(Optional.empty(), heap.kind());
        assertTrue(heap.why().contains("64 KiB"), heap.why());
    }

    @ParameterizedTest
    @CsvSource({
        "never, 2m=never 64k=advise, -XX:+UseTransparentHugePages, THP 64 KiB",
        "never, 2m=never 64k=always, -XX:+UseTransparentHugePages, THP 64 KiB",
        "never, 2m=never 64k=advise, '', BASE 4 KiB",
        "advise, 2m=inherit 64k=always, -XX:+UseTransparentHugePages, THP 2 MiB",
        "deny, 2m=inherit 64k=always, -XX:+UseTransparentHugePages, BASE 4 KiB"
    })
    void sharedMemoryHasSmallerSizesToo(String shmem, String sizes, String flag, String pages) {
        Host host = modes("madvise", Bytes.ofKiB(4), Launches.TWO_MIB, "", shmem, sizes);
        assertEquals(pages, pages(heap("21", "-XX:+UseZGC -Xms64m -Xmx1g " + flag, host)));
    }

    /** As 6.12 with base pages of 64 KiB has it for 256 MiB, which is more than a folio of the page cache. */
    @Test
    void aSizeWithoutAFileOfSharedMemoryIsNotOfferedToIt() {
        Host host = modes("madvise", Bytes.ofKiB(64), PMD_OF_64_KIB, "", "advise", "256m=inherit");
        ThpSettings settings = host.thpSettings().known().orElseThrow();
        ThpSize size = settings.sizes().get(0);
        ThpSize without = new ThpSize(
                size.pageSize(),
                Optional.of("never"),
                Optional.empty(),
                Optional.empty(),
                size.effectiveShmem(),
                Map.of());
        Host plain = with(
                host, "thpSettings", known(new ThpSettings(Map.of(), Map.of(), List.of(without), List.of()), "/sys"));
        String arguments = "-XX:+UseZGC -XX:+UseTransparentHugePages -Xms1g -Xmx1g";
        assertEquals("THP 256 MiB", pages(heap("21", arguments, host)));
        assertEquals("BASE 64 KiB", pages(heap("21", arguments, plain)));
    }

    /** Commit 9fd154ba926b is in 6.10, in updates of 6.6 and 6.9, and perhaps in kernels of vendors. */
    @ParameterizedTest
    @CsvSource({
        "6.12.0, BASE",
        "6.10.0-rc7, BASE",
        "6.12.0-55.el10.aarch64+64k, BASE",
        "6.9.3, ?",
        "6.6.41, ?",
        "5.17.0, ?",
        "5.14.0-503.el9.aarch64+64k, ?",
        "5.14.21-150500.55.7-64kb, ?",
        "4.18.0-553.el8.aarch64, ?",
        "nobody knows, ?",
        "5.15.0-100-generic-64k, THP",
        "5.10.0-28-arm64, THP"
    })
    void thePageCacheHasALimitOnNewerKernels(String kernel, String kind) {
        Host host = with(
                modes("madvise", Bytes.ofKiB(64), PMD_OF_64_KIB, "", "advise", ""),
                "kernel",
                known(new Kernel(kernel, Optional.of("aarch64")), "/proc/sys/kernel/osrelease"));
        RegionForecast heap = heap("21", "-XX:+UseZGC -XX:+UseTransparentHugePages -Xms1g -Xmx1g", host);
        assertEquals(kind, heap.kind().map(Enum::name).orElse("?"), heap.why());
        assertEquals(kind.equals("?"), heap.why().contains("9fd154ba926b"), heap.why());
        RegionForecast without = heap("21", "-XX:+UseZGC -Xms1g -Xmx1g", with(host, "thp", known(never(), "/sys")));
        assertEquals("BASE", without.kind().orElseThrow().name());
    }

    private static ThpPolicy never() {
        return new ThpPolicy("madvise", Optional.empty(), "madvise", Optional.of("never"), PMD_OF_64_KIB);
    }
}
