package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.ONE_GIB;
import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargePageInitTest {

    private static LargePages init(Launch launch, Host host) {
        return LargePageInit.of(launch.vm().release().orElseThrow(), Launches.flags(launch), launch, host, false);
    }

    @ParameterizedTest
    @CsvSource({
        "8,  -XX:+UseLargePages,                                 1, HUGETLB",
        "8,  -XX:+UseLargePages,                                 0, SHM",
        "8,  -XX:+UseHugeTLBFS,                                  0, NONE",
        "8,  -XX:+UseLargePages -XX:-UseHugeTLBFS,               9, NONE",
        "11, -XX:+UseLargePages -XX:-UseSHM,                     9, NONE",
        "11, -XX:+UseSHM,                                        9, SHM",
        "17, -XX:+UseSHM,                                        9, SHM",
        "17, -XX:+UseSHM,                                        0, NONE",
        "17, -XX:+UseLargePages,                                 0, NONE",
        "17, -XX:+UseLargePages -XX:+UseTransparentHugePages,    9, THP",
        "17, -XX:+UseLargePages -XX:-UseTransparentHugePages,    9, NONE",
        "22, -XX:+UseLargePages -XX:-UseTransparentHugePages,    9, HUGETLB",
        "28-ea, -XX:-UseLargePages -XX:+UseTransparentHugePages, 9, NONE",
        "28-ea, -XX:LargePageSizeInBytes=2m,                     9, NONE"
    })
    void choosesAKind(String jdk, String arguments, long pages, Type type) {
        assertEquals(
                Optional.of(type),
                init(launch(jdk, words(arguments)), pools(host(), pages, 0)).type());
    }

    @ParameterizedTest
    @CsvSource({
        "17, 1g, 2097152 1073741824",
        "17, 4m, 2097152",
        "17, 2m, 2097152",
        "8, 1g, 2097152",
        "26, 1g, 2097152 1073741824",
        "27.0.1, 1g, 1073741824"
    })
    void usesTheSizesUpToTheOneThatIsGiven(String jdk, String given, String sizes) {
        Launch launch = launch(jdk, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=" + given);
        List<Bytes> wanted = List.of(words(sizes)).stream()
                .map(text -> Bytes.of(Long.parseLong(text)))
                .toList();
        Host gigantic = pools(host(), jdk.equals("27.0.1") ? 0 : 5, 5);
        assertEquals(new PageSizes(wanted), init(launch, gigantic).sizes());
    }

    @Test
    void aPoolOfAnotherDefaultSizeIsNotTheDefault() {
        Host host = with(pools(host(), 100, 4), "memory", Launches.memory(24_684_084, ONE_GIB));
        assertEquals(
                List.of(ONE_GIB, TWO_MIB),
                init(launch("21", "-XX:+UseLargePages"), host).sizes().sizes());
        Host without = pools(with(host(), "memory", Launches.memory(24_684_084, Bytes.ofMiB(32))), 9, 0);
        assertEquals(
                Optional.of(Type.NONE),
                init(launch("21", "-XX:+UseLargePages"), without).type());
    }

    @Test
    void theUseOfSharedMemoryByAnotherProcessIsUnknown() {
        Launch launch = with(launch("17", "-XX:+UseSHM"), "mayUseShm", Optional.empty());
        assertTrue(init(launch, pools(host(), 9, 0)).type().isEmpty());
        assertEquals(Optional.of(Type.NONE), init(launch, pools(host(), 0, 0)).type());
    }

    @Test
    void aKernelWithoutTransparentHugePages() {
        Host without =
                with(host(), "thp", Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")));
        LargePages large = init(launch("17", "-XX:+UseTransparentHugePages"), without);
        assertEquals(Optional.of(Type.NONE), large.type());
        assertEquals(WarningCode.THP_DISABLED, large.warnings().get(0).code());
        assertEquals("the kernel has no transparent huge pages, so that the JVM turns its flag off", large.why());
        LargePages old = init(launch("11", "-XX:+UseTransparentHugePages"), without);
        assertEquals(Optional.of(Type.NONE), old.type());
        assertEquals(
                "TransparentHugePages is not supported by the operating system.",
                old.warnings().get(0).text());
    }

    /** Measured on both sides with enabled=never: JDK-8310233, and JDK-8313782 for the warning. */
    @ParameterizedTest
    @CsvSource({
        "17.0.9,  THP,  ",
        "17.0.21, NONE, UseTransparentHugePages disabled",
        "21.0.0,  THP,  ",
        "21.0.1,  NONE, ",
        "21.0.2,  NONE, UseTransparentHugePages disabled",
        "21.0.8,  NONE, UseTransparentHugePages disabled",
        "25.0.2,  NONE, Anonymous transparent huge pages are not enabled"
    })
    void updatesThatReadThePolicy(String jdk, Type type, String warning) {
        LargePages large = init(launch(jdk, "-XX:+UseTransparentHugePages"), thp(host(), "never", "inherit", "never"));
        assertEquals(Optional.of(type), large.type());
        assertEquals(warning == null, large.warnings().isEmpty());
        if (warning != null) {
            assertTrue(
                    large.warnings().get(0).text().startsWith(warning),
                    large.warnings().toString());
        }
    }

    /** Measured with -Xmx64m: the heap of 17.0.2 to 17.0.9 is rounded up to 1 GiB, the heap of 17.0.15 is not. */
    @ParameterizedTest
    @CsvSource({
        "17.0.2,  1g, 1024",
        "17.0.9,  1g, 1024",
        "17.0.9,  4m, 2",
        "17.0.15, 1g, 2",
        "21.0.2,  1g, 2",
        "25.0.2,  1g, 2",
        "11.0.33, 1g, 2"
    })
    void sizeOfTransparentHugePagesBeforeTheHostIsRead(String jdk, String named, long mebibytes) {
        Launch launch = launch(jdk, "-XX:+UseTransparentHugePages", "-XX:LargePageSizeInBytes=" + named, "-Xmx64m");
        Host host = pools(host(), 0, 0);
        assertEquals(Bytes.ofMiB(mebibytes), init(launch, host).sizes().largest());
        assertEquals(
                Optional.of(Bytes.ofMiB(Math.max(64, mebibytes))),
                Launches.predict(launch, host).vm().maxHeap());
    }

    /** JDK-8324580, measured with hpage_pmd_size hidden. */
    @ParameterizedTest
    @CsvSource({
        "3.10.0-1160.el7.x86_64, 17.0.9,  THP",
        "3.10.0-1160.el7.x86_64, 17.0.10, NONE",
        "3.10.0-1160.el7.x86_64, 17.0.21, NONE",
        "3.10.0-1160.el7.x86_64, 21.0.4,  NONE",
        "3.10.0-1160.el7.x86_64, 21.0.5,  THP",
        "3.10.0-1160.el7.x86_64, 25,      THP",
        "4.10.0,                 21.0.4,  THP"
    })
    void kernelsWithoutHpagePmdSize(String kernel, String jdk, Type type) {
        Host host = FactsSamples.kernel(host(), kernel);
        assertEquals(
                Optional.of(type),
                init(launch(jdk, "-XX:+UseTransparentHugePages"), host).type());
        List<Warning> warnings = init(launch(jdk, "-XX:+UseLargePages", "-XX:+UseTransparentHugePages"), host)
                .warnings();
        assertEquals(type == Type.NONE ? 2 : 0, warnings.size(), warnings.toString());
    }

    @Test
    void release22CrashesOnKernelsWithoutHpagePmdSize() {
        Launch launch = launch("22", "-XX:+UseTransparentHugePages");
        Prediction prediction = Launches.predict(launch, FactsSamples.kernel(host(), "3.10.0-1160.el7.x86_64"));
        assertEquals(Optional.of(false), prediction.starts());
        assertTrue(prediction.refusal().startsWith("SIGFPE"), prediction.refusal());
        assertEquals(Optional.of(true), Launches.predict(launch, host()).starts());
    }

    /** Measured: with 3m the heap of 17.0.9 and 21.0.4 is on base pages, with 5m it is on 2 MiB pages. */
    @ParameterizedTest
    @CsvSource({"17.0.9, 3m, ", "21.0.4, 3m, ", "21.0.8, 6m, ", "17.0.9, 5m, HUGETLB", "21.0.4, 4m, HUGETLB"})
    void aPageSizeOfSeveralBitsIsNotKnown(String jdk, String size, Type type) {
        LargePages large =
                init(launch(jdk, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=" + size), pools(host(), 100, 0));
        assertEquals(Optional.ofNullable(type), large.type());
        assertEquals(type == null ? 1 : 0, large.unknowns().size());
    }

    /** Measured: 21.0.2 and 21.0.4 with 3m take 120 to 156 pages. An unknown region makes its pool unknown. */
    @ParameterizedTest
    @CsvSource({"21.0.2", "21.0.4"})
    void thePoolOfUnknownRegionsIsUnknown(String jdk) {
        Prediction prediction = Launches.predict(
                launch(jdk, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=3m", "-Xmx256m"), pools(host(), 300, 0));
        PoolForecast pool = prediction.pools().get(0);
        assertEquals(0, pool.takesAtStart().min());
        assertTrue(pool.takesAtStart().max() >= 156, pool.toString());
        assertTrue(pool.needGrown().max() >= 156, pool.toString());
        assertEquals(
                List.of(),
                Launches.predict(
                                launch(jdk, "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=3m", "-Xmx256m"),
                                pools(host(), 0, 0))
                        .pools());
    }

    /** 17.0.3 and 21.0.8 refuse, 17.0.15 rounds 255m up to 257 MiB. Without a page in the pool the heap is as usual. */
    @ParameterizedTest
    @CsvSource({"17.0.3", "17.0.15", "21.0.8"})
    void whetherAJvmWithAnOddPageSizeStartsIsUnknown(String jdk) {
        Launch launch =
                launch(jdk, "-XX:+UseG1GC", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=3m", "-Xms8m", "-Xmx8m");
        Prediction some = Launches.predict(launch, pools(host(), 60, 0));
        assertEquals(Optional.empty(), some.starts());
        assertEquals(Optional.empty(), some.vm().maxHeap());
        Prediction none = Launches.predict(launch, pools(host(), 0, 0));
        assertEquals(Optional.of(true), none.starts());
        assertEquals(Optional.of(Bytes.ofMiB(8)), none.vm().maxHeap());
    }

    /** JDK-8303215: the warning without a request for large pages. */
    @ParameterizedTest
    @CsvSource({"11.0.30, 0", "11.0.31, 1", "11.0.33, 1"})
    void elevenReadsTheSizeAlways(String jdk, int warnings) {
        Launch launch = launch(jdk, "-XX:LargePageSizeInBytes=1g");
        assertEquals(warnings, init(launch, host()).warnings().size());
    }

    @Test
    void aHostWhosePolicyIsDeniedIsNotKnown() {
        Host denied = with(host(), "thp", FactsSamples.denied("/sys/kernel/mm/transparent_hugepage"));
        LargePages large = init(launch("17", "-XX:+UseTransparentHugePages"), denied);
        assertTrue(large.type().isEmpty());
        assertEquals(1, large.unknowns().size());
        assertEquals(
                Optional.of(Type.THP),
                init(launch("8", "-XX:+UseTransparentHugePages"), denied).type());
    }

    @Test
    void zgcWarnsAboutSharedMemory() {
        Launch launch = launch("25", "-XX:+UseZGC", "-XX:+UseTransparentHugePages");
        Host host = thp(host(), "never", "inherit", "deny");
        LargePages large =
                LargePageInit.of(launch.vm().release().orElseThrow(), Launches.flags(launch), launch, host, true);
        assertEquals(
                List.of(
                        WarningCode.SHMEM_THP_NOT_ENABLED,
                        WarningCode.ANONYMOUS_THP_NOT_ENABLED,
                        WarningCode.THP_DISABLED),
                large.warnings().stream().map(Warning::code).toList());
        assertTrue(large.thpRequested());
    }
}
