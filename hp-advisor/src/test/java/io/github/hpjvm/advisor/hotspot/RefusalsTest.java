package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that HotSpot refuses, and its earlier messages. Each is the output of a real JVM. */
class RefusalsTest {

    private static String codes(Prediction prediction) {
        return prediction.warnings().stream()
                .map(warning -> warning.code().name())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8  | 0   | -XX:+UseParNewGC -XX:+UseG1GC -Xmx128m                         | Conflicting collector  |",
                "8  | 0   | -XX:+UseParNewGC -Xss64k -Xmx128m                              | The stack size         | FLAG_DEPRECATED",
                "11 | 0   | -XX:+UseLargePages -XX:LargePageSizeInBytes=1g -XX:+UseSerialGC -XX:+UseG1GC | Multiple garbage | LARGE_PAGE_SIZE_IGNORED",
                "17 | 0   | -XX:+UseLargePages -XX:+UseSerialGC -XX:+UseG1GC -Xmx128m      | Multiple garbage       | LARGE_PAGES_DISABLED",
                "17 | 0   | -XX:+UseLargePages -XX:-UseG1GC -Xmx128m                       | Garbage collector not  | LARGE_PAGES_DISABLED",
                "17 | 0   | -XX:+UseLargePages -XX:ReservedCodeCacheSize=3g                | Invalid Reserved       |",
                "17.0.9 | 200 | -XX:+UseLargePages -XX:+SegmentedCodeCache -XX:InitialCodeCacheSize=12m -XX:ReservedCodeCacheSize=12m -Xmx64m | Could not reserve enough space in CodeHeap 'non-nmethods' |",
                "17.0.2 | 200 | -XX:+UseLargePages -XX:+SegmentedCodeCache -XX:InitialCodeCacheSize=8m -XX:ReservedCodeCacheSize=8m -Xmx64m | Could not reserve enough space in CodeHeap 'non-nmethods' |",
                "21 | 0   | -XX:+UseLargePages -XX:GCPauseIntervalMillis=100 -Xmx128m      | GCPauseIntervalMillis  | LARGE_PAGES_DISABLED",
                "21 | 50  | -XX:+UseLargePages -Xms600m -Xmx128m                           | Initial heap size      | RESERVATION_FAILED",
                "21 | 200 | -XX:+UseLargePages -Xms600m -Xmx128m                           | Initial heap size      |",
                "21 | 200 | -XX:+UseLargePages -XX:TLABSize=1k -Xmx512m                    | TLABSize (1024)        | RESERVATION_FAILED",
                "25 | 50  | -XX:+UseLargePages -Xmx1m                                      | Too small maximum heap | RESERVATION_FAILED",
                "25 | 50  | -XX:+UseLargePages -XX:+UseG1GC -Xmx200000g                    | Could not reserve enough space for 209715200000 KB object heap | RESERVATION_FAILED",
                "25 | 50  | -XX:+UseZGC -XX:+UseLargePages -XX:LargePageSizeInBytes=1g     | Incompatible -XX:LargePageSizeInBytes |",
                "17.0.7 | 60 | -XX:+UseZGC -XX:+UseLargePages -XX:LargePageSizeInBytes=3m -Xmx65m | Incompatible large page size configured 3145728 |",
            })
    void followsEarlierWarnings(String release, long pool, String arguments, String refusal, String warnings) {
        Prediction prediction = predict(launch(release, words(arguments)), pools(host(), pool, 0));
        assertEquals(Optional.of(false), prediction.starts());
        assertTrue(prediction.refusal().startsWith(refusal), prediction.refusal());
        assertEquals(warnings == null ? "" : warnings, codes(prediction));
    }

    /** Numbers that do not fit their defaults or the collector, on a host of two processors. An empty message: it starts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "8  | -XX:MaxHeapFreeRatio=30                                    | MinHeapFreeRatio (40) must be less",
                "17 | -XX:MaxHeapFreeRatio=30 -XX:+UseG1GC                       | MinHeapFreeRatio (40) must be less",
                "25 | -XX:MinHeapFreeRatio=80 -XX:+UseZGC                        | MinHeapFreeRatio (80) must be less than or equal to MaxHeapFreeRatio (70)",
                "8  | -XX:MinHeapFreeRatio=80 -XX:+UseParallelGC                 | MinHeapFreeRatio (80) must be less",
                "21 | -XX:MinHeapFreeRatio=80 -XX:+UseParallelGC                 |",
                "21 | -XX:MinHeapFreeRatio=80 -XX:+UseParallelGC -XX:-UseAdaptiveSizePolicy | MinHeapFreeRatio (80) must be less",
                "21 | -XX:MinHeapFreeRatio=60 -XX:MaxHeapFreeRatio=50 -XX:+UseParallelGC | MinHeapFreeRatio (60) must be less",
                "21 | -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=30 -XX:+UseSerialGC |",
                "8  | -XX:CICompilerCount=1                                      | CICompilerCount of 1 is invalid; must be at least 2",
                "8  | -XX:CICompilerCount=1 -Xint                                | CICompilerCount of 1 is invalid",
                "8  | -XX:CICompilerCount=1 -XX:TieredStopAtLevel=1              |",
                "21 | -XX:CICompilerCount=1 -XX:+UseSerialGC                     | CICompilerCount (1) must be at least 2",
                "21 | -XX:CICompilerCount=1 -XX:-TieredCompilation               |",
                "11 | -XX:CICompilerCount=0 -Xint                                | CICompilerCount (0) must be at least 1",
                "17 | -XX:CICompilerCount=0 -Xint                                |",
                "17 | -XX:CICompilerCount=2                                      |",
                "11 | -XX:NonNMethodCodeHeapSize=10m -XX:ProfiledCodeHeapSize=100m -XX:NonProfiledCodeHeapSize=100m -XX:ReservedCodeCacheSize=300m | Invalid code heap sizes: ",
                "17 | -XX:NonNMethodCodeHeapSize=10m -XX:ProfiledCodeHeapSize=100m -XX:NonProfiledCodeHeapSize=100m -XX:ReservedCodeCacheSize=300m -XX:TieredStopAtLevel=1 |",
                "17 | -XX:NonNMethodCodeHeapSize=10m -XX:ProfiledCodeHeapSize=100m -XX:NonProfiledCodeHeapSize=100m -XX:ReservedCodeCacheSize=200m |",
                "21 | -XX:NonNMethodCodeHeapSize=10m -XX:ProfiledCodeHeapSize=100m -XX:NonProfiledCodeHeapSize=100m | Invalid code heap sizes: ",
                "25 | -XX:NonNMethodCodeHeapSize=10m -XX:ProfiledCodeHeapSize=100m -XX:NonProfiledCodeHeapSize=100m |",
                "21 | -XX:ProfiledCodeHeapSize=300m                              | Invalid code heap sizes: ",
                "25 | -XX:ProfiledCodeHeapSize=200m -XX:NonProfiledCodeHeapSize=100m -XX:ReservedCodeCacheSize=300m | Invalid code heap sizes: ",
                "8  | -XX:+UseG1GC -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=70 | G1NewSizePercent of 70 is invalid; must be between 0 and 60",
                "11 | -XX:+UseG1GC -XX:+UnlockExperimentalVMOptions -XX:G1MaxNewSizePercent=3 | G1MaxNewSizePercent (3) must be greater",
                "25 | -XX:+UseSerialGC -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=70 |",
                "8  | -XX:+UseG1GC -XX:ConcGCThreads=9                           | Can't have more ConcGCThreads (9) than ParallelGCThreads (2)",
                "17 | -XX:+UseG1GC -XX:ConcGCThreads=9                           | ConcGCThreads (9) must be less than or equal to ParallelGCThreads (2)",
                "17 | -XX:+UseG1GC -XX:ConcGCThreads=9 -XX:ParallelGCThreads=9   |",
                "21 | -XX:+UseG1GC -XX:ConcGCThreads=9                           |",
                "25 | -XX:+UseShenandoahGC -XX:ConcGCThreads=9 -XX:ParallelGCThreads=4 | Shenandoah expects ConcGCThreads <= ParallelGCThreads",
                "25 | -XX:+UseShenandoahGC -XX:ConcGCThreads=9                   |",
                "8  | -XX:+UseParallelGC -XX:ParallelGCThreads=0                 | The Parallel GC can not be combined with -XX:ParallelGCThreads=0",
                "25 | -XX:+UseG1GC -XX:ParallelGCThreads=0                       | The flag -XX:+UseG1GC can not be combined",
                "25 | -XX:+UseZGC -XX:ParallelGCThreads=0                        | The flag -XX:+UseZGC can not be combined",
                "25 | -XX:+UseSerialGC -XX:ParallelGCThreads=0                   |",
                "11 | -XX:+UnlockExperimentalVMOptions -XX:+UseZGC -Xmx36m       | java.lang.OutOfMemoryError: Java heap too small",
                "11 | -XX:+UnlockExperimentalVMOptions -XX:+UseZGC -Xmx40m       |",
                "11 | -XX:+UnlockExperimentalVMOptions -XX:+UseZGC -XX:ParallelGCThreads=4 -Xmx40m | java.lang.OutOfMemoryError: Java heap too small",
                "11 | -XX:+UnlockExperimentalVMOptions -XX:+UseZGC -XX:ParallelGCThreads=4 -Xmx44m |",
                "8  | -XX:CompressedClassSpaceSize=4g                            | CompressedClassSpaceSize of 4294967296 is invalid",
                "8  | -XX:CompressedClassSpaceSize=3g                            |",
                "8  | -XX:+UseSerialGC -XX:NewRatio=0                            | Invalid young gen ratio specified",
                "25 | -XX:+UseParallelGC -XX:NewRatio=0                          | Invalid young gen ratio specified",
                "25 | -XX:+UseG1GC -XX:NewRatio=0                                |",
                "8  | -Xmx1023k                                                  | Too small initial heap",
                "8  | -Xmx1m                                                     |",
                "17 | -Xmx1023k                                                  | Too small maximum heap",
                "17 | -Xms1023k -Xmx64m                                          | Too small initial heap"
            })
    void ofNumbersThatDoNotFit(String release, String arguments, String refusal) {
        Prediction prediction = predict(launch(release, words(arguments)), host());
        assertEquals(Optional.of(refusal == null), prediction.starts(), prediction::refusal);
        assertTrue(prediction.refusal().startsWith(refusal == null ? "" : refusal), prediction.refusal());
    }

    @ParameterizedTest
    @CsvSource({"8, -XX:MaxMetaspaceSize=8m", "11, -XX:MaxMetaspaceSize=4m"})
    void ofASmallMetaspaceIsNotKnown(String release, String argument) {
        assertEquals(
                Optional.empty(), predict(launch(release, argument), host()).starts());
    }

    /** JDK-8304954; measured: these start. */
    @ParameterizedTest
    @CsvSource({"17.0.9, 16, 200", "17.0.9, 12, 0", "17.0.21, 12, 200", "21.0.2, 12, 200", "11.0.13, 12, 200"})
    void ofFewPagesForCodeIsOfSomeUpdatesOnly(String jdk, int mib, long pool) {
        Launch launch = launch(
                jdk,
                "-XX:+UseLargePages",
                "-XX:+SegmentedCodeCache",
                "-XX:InitialCodeCacheSize=" + mib + "m",
                "-XX:ReservedCodeCacheSize=" + mib + "m",
                "-Xmx64m");
        assertEquals("", predict(launch, pools(host(), pool, 0)).refusal());
    }

    /** A kernel without CONFIG_SHMEM has no file shmem_enabled. 22 and newer count it as never, except in gc/x. */
    @ParameterizedTest
    @CsvSource({
        "11, -XX:+UnlockExperimentalVMOptions, false",
        "17, '', false",
        "21, -XX:+ZGenerational, false",
        "23, -XX:-ZGenerational, false",
        "23, '', true",
        "25, '', true"
    })
    void ofThpForZgcWithoutSharedThp(String release, String more, boolean starts) {
        Host host = FactsSamples.with(
                host(),
                "thp",
                FactsSamples.known(
                        new ThpPolicy("madvise", Optional.of("inherit"), "madvise", Optional.empty(), Launches.TWO_MIB),
                        "/sys"));
        Prediction prediction =
                predict(launch(release, more, "-XX:+UseZGC", "-XX:+UseTransparentHugePages", "-Xmx512m"), host);
        assertEquals(Optional.of(starts), prediction.starts(), prediction::refusal);
        assertEquals(
                starts ? "" : "-XX:+UseTransparentHugePages on a tmpfs filesystem not supported by kernel",
                prediction.refusal());
    }

    /** It looks for large pages before it chooses a collector, and asks its flag whether that is ZGC. */
    @Test
    void isAboutZgcWhereItIsOneOfSeveral() {
        Prediction prediction = predict(
                launch("25", "-XX:+UseTransparentHugePages", "-XX:+UseG1GC", "-XX:+UseZGC"),
                thp(host(), "never", "inherit", "never"));
        assertEquals("SHMEM_THP_NOT_ENABLED ANONYMOUS_THP_NOT_ENABLED THP_DISABLED", codes(prediction));
    }

    /** What is between two thirds of the address space and all of it depends on where the launcher was loaded. */
    @Test
    void ofAVastHeapIsNotKnown() {
        assertEquals(
                Optional.empty(),
                predict(launch("21", "-XX:+UseSerialGC", "-Xmx90t"), host()).starts());
        assertEquals(
                Optional.of(true),
                predict(launch("21", "-XX:+UseSerialGC", "-Xmx65t"), host()).starts());
    }

    /** Of two processors the first objects need one page or two above the reserve of 36 MiB. */
    @ParameterizedTest
    @CsvSource({"36, false", "38,", "40, true"})
    void zgcOf11NeedsMoreThanItsReserve(int mib, Boolean starts) {
        Prediction prediction =
                predict(launch("11", "-XX:+UnlockExperimentalVMOptions", "-XX:+UseZGC", "-Xmx" + mib + "m"), host());
        assertEquals(Optional.ofNullable(starts), prediction.starts());
        assertEquals(
                Boolean.FALSE.equals(starts) ? "java.lang.OutOfMemoryError: Java heap too small" : "",
                prediction.refusal());
    }

    /** ZGC takes its heap before the metaspace is reserved: 18 of 138 pages remain, and the metaspace needs one more. */
    @ParameterizedTest
    @CsvSource({"125, RESERVATION_FAILED", "120, RESERVATION_FAILED", "186, RESERVATION_FAILED", "190, ''"})
    void zgcTakesItsHeapBeforeTheMetaspace(long pool, String warnings) {
        Prediction prediction = predict(
                launch(
                        "11",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseZGC",
                        "-XX:+UseLargePages",
                        "-XX:+UseLargePagesInMetaspace",
                        "-Xmx128m"),
                pools(host(), pool, 0));
        assertEquals(warnings, codes(prediction));
    }

    /** The size of the tables of CMS depends on threads and addresses: near the bill it is unknown whether they fit. */
    @ParameterizedTest
    @CsvSource({"3100, RESERVATION_FAILED, false", "3191, '', true", "3400, '', false"})
    void ofAReservationMayNotBeKnown(long pool, String warnings, boolean open) {
        Prediction prediction = predict(
                launch("11", "-XX:+UseConcMarkSweepGC", "-XX:+UseLargePages", "-Xmx6028m"), pools(host(), pool, 0));
        assertEquals(("FLAG_DEPRECATED " + warnings).strip(), codes(prediction));
        assertEquals(
                open,
                prediction.unknowns().stream()
                        .anyMatch(missing -> missing.fact().equals("whether a reservation fails for want of pages")));
    }

    /** Seen on 8 to 28: with three regions 17 starts, and with two those after it. */
    @ParameterizedTest
    @CsvSource({
        "8,  -Xmx32m, 32m, true",
        "11, -Xmx64m, 32m, true",
        "17, -Xmx64m, 32m, false",
        "17, -Xmx96m, 32m, true",
        "17, -Xmx2m,  1m,  false",
        "17, -Xmx3m,  1m,  true",
        "21, -Xmx32m, 32m,",
        "21, -Xmx64m, 32m, true",
        "28, -Xmx2m,  1m,"
    })
    void isForTooFewRegionsOfG1(String release, String max, String region, Boolean starts) {
        Prediction prediction = predict(launch(release, "-XX:+UseG1GC", max, "-XX:G1HeapRegionSize=" + region), host());
        assertEquals(Optional.ofNullable(starts), prediction.starts());
        assertEquals(
                Boolean.FALSE.equals(starts),
                prediction.refusal().startsWith("GC triggered before VM initialization completed."));
        assertEquals(
                starts == null,
                prediction.unknowns().stream()
                        .anyMatch(missing ->
                                missing.fact().equals("whether the JVM maps an archive of class data sharing")));
    }

    /** The output of java -version tells whether there is an archive. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fewRegionsAreRefusedWithArchive(boolean sharing) {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xmx2m", "-XX:G1HeapRegionSize=1m")
                .withSharing(Optional.of(sharing));
        assertEquals(Optional.of(!sharing), predict(launch, host()).starts());
    }

    /** Seen on 17 to 26 with -Xshare:off, and on runtimes that have no archive. */
    @ParameterizedTest
    @ValueSource(strings = {"17", "21", "28"})
    void fewRegionsSufficeWithoutArchive(String release) {
        Prediction prediction =
                predict(launch(release, "-XX:+UseG1GC", "-Xmx2m", "-XX:G1HeapRegionSize=1m", "-Xshare:off"), host());
        assertEquals(Optional.of(true), prediction.starts());
    }

    @Test
    void isForAPauseIntervalAlone() {
        String[] alone = {"-XX:+UseG1GC", "-XX:GCPauseIntervalMillis=100"};
        for (String release : List.of("8", "11", "25")) {
            assertTrue(predict(launch(release, alone), host()).refusal().startsWith("GCPauseIntervalMillis"), release);
        }
        Prediction both = predict(launch("8", alone[0], alone[1], "-XX:MaxGCPauseMillis=50"), host());
        assertEquals(Optional.of(true), both.starts());
        Prediction parallel = predict(launch("8", "-XX:+UseParallelGC", alone[1]), host());
        assertEquals(Optional.of(true), parallel.starts());
    }

    @ParameterizedTest
    @CsvSource({"11, -Xmx1m, false", "17, -Xmx2500k, false", "17, -Xmx2560k, true", "27, -Xmx2500k, true"})
    void isForTooFewRegionsOfShenandoah(String release, String max, boolean starts) {
        Prediction prediction = predict(launch(release, "-XX:+UseShenandoahGC", max), host());
        assertEquals(Optional.of(starts), prediction.starts());
        assertEquals(!starts, prediction.refusal().startsWith("Max heap size (...) is too low"));
    }

    /** Seen on 11, 17, 21 and 25 to 28; 24 as JEP 404 says, and JEP 521, which ended it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "11 | -XX:ShenandoahGCMode=generational | Unknown -XX:ShenandoahGCMode option",
                "23 | -XX:ShenandoahGCMode=generational | Unknown -XX:ShenandoahGCMode option",
                "24 | -XX:ShenandoahGCMode=generational | GC mode \"Generational\" is experimental, and must be enabled via -XX:+UnlockExperimentalVMOptions.",
                "24 | -XX:+UnlockExperimentalVMOptions -XX:ShenandoahGCMode=generational |",
                "25 | -XX:ShenandoahGCMode=generational |",
                "17 | -XX:ShenandoahGCMode=iu | GC mode \"Incremental-Update (IU)\" is experimental, and must be enabled via -XX:+UnlockExperimentalVMOptions.",
                "21 | -XX:ShenandoahGCMode=iu -XX:+UnlockExperimentalVMOptions |",
                "25 | -XX:ShenandoahGCMode=iu -XX:+UnlockExperimentalVMOptions | Unknown -XX:ShenandoahGCMode option",
                "28 | -XX:ShenandoahGCMode=passive | GC mode \"Passive\" is diagnostic, and must be enabled via -XX:+UnlockDiagnosticVMOptions.",
                "28 | -XX:ShenandoahGCMode=passive -XX:+UnlockDiagnosticVMOptions -XX:ShenandoahGCHeuristics=bad |",
                "21 | -XX:ShenandoahGCMode=SATB | Unknown -XX:ShenandoahGCMode option",
                "17 | -XX:ShenandoahGCMode= | Unknown -XX:ShenandoahGCMode option (null)",
                "25 | -XX:ShenandoahGCMode= | a fatal error: -XX:ShenandoahGCMode without a value",
                "11 | -XX:ShenandoahGCHeuristics= | a fatal error: -XX:ShenandoahGCHeuristics without a value",
                "25 | -XX:ShenandoahGCHeuristics= | Unknown -XX:ShenandoahGCHeuristics option (null)",
                "11 | -XX:ShenandoahGCHeuristics=aggressive | Heuristics \"Aggressive\" is diagnostic, and must be enabled via -XX:+UnlockDiagnosticVMOptions.",
                "27 | -XX:ShenandoahGCHeuristics=passive | Unknown -XX:ShenandoahGCHeuristics option",
                "27 | -XX:ShenandoahGCHeuristics=bad -XX:ShenandoahGCMode=generational |",
                "25 | -XX:ShenandoahGCHeuristics=static |",
                "25 | -XX:+UseG1GC -XX:-UseShenandoahGC -XX:ShenandoahGCMode=bad |",
            })
    void isForAModeThatShenandoahDoesNotHave(String release, String arguments, String refusal) {
        List<String> words = new ArrayList<>(List.of("-Xmx128m", "-XX:+UseShenandoahGC"));
        words.addAll(List.of(words(arguments)));
        Prediction prediction = predict(launch(release, words.toArray(String[]::new)), host());
        assertEquals(Optional.of(refusal == null), prediction.starts());
        assertEquals(refusal == null ? "" : refusal, prediction.refusal());
    }

    /** Seen on 17 to 28. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "17 | bad                      | Unsupported compilation mode 'bad', available modes are: quick-only, high-only, high-only-quick-internal |",
                "17 | high-only-quick-internal | | FLAG_CONFLICT",
                "27 | high-only-quick-internal | Unsupported compilation mode 'high-only-quick-internal', available modes are: quick-only, high-only |",
                "28 | high-only                | | FLAG_DEPRECATED",
                "25 | normal                   | |",
            })
    void isForAModeThatTheCompilersDoNotHave(String release, String mode, String refusal, String warnings) {
        Prediction prediction = predict(launch(release, "-Xmx128m", "-XX:CompilationMode=" + mode), host());
        assertEquals(Optional.of(refusal == null), prediction.starts());
        assertEquals(refusal == null ? "" : refusal, prediction.refusal());
        assertEquals(warnings == null ? "" : warnings, codes(prediction));
    }

    /** The JVM reserves the heap before it checks these flags. */
    @Test
    void theRefusalOfThePoolPrecedesTheRefusalOfATlab() {
        Prediction prediction = predict(
                launch("25", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms16m", "-Xmx16m", "-XX:TLABSize=1k"),
                pools(host(), 122, 0));
        assertEquals("Failed to allocate initial Java heap (16M)", prediction.refusal());
    }

    /** The sizes are those of the sources; 448k is in a test of the JDK (tools/launcher/Settings.java). No page: it is unknown. */
    @ParameterizedTest
    @CsvSource({
        "x86_64,, 136, true,",
        "aarch64, 4, 160, false, 168k",
        "aarch64, 4, 168, true,",
        "aarch64, 16, 207, false, 208k",
        "aarch64, 16, 208, true,",
        "aarch64, 64, 447, false, 448k",
        "aarch64, 64, 448, true,",
        "aarch64,, 160, false, 168k",
        "aarch64,, 168,,",
        "aarch64,, 447,,",
        "aarch64,, 448, true,"
    })
    void theLeastStackOfArmDependsOnTheBasePage(
            String architecture, Long page, int stack, Boolean starts, String least) {
        Host known = host().withKernel(known(new Kernel("6.12.1", Optional.of(architecture)), "/proc/sys/kernel/arch"));
        Host host = with(
                known,
                "basePage",
                page == null ? FactsSamples.skipped("/proc/self/auxv") : known(Bytes.ofKiB(page), "/proc/self/auxv"));
        Prediction prediction = predict(launch("21", "-XX:+UseSerialGC", "-Xmx64m", "-Xss" + stack + "k"), host);
        assertEquals(Optional.ofNullable(starts), prediction.starts());
        assertEquals(
                least == null ? "" : "The Java thread stack size specified is too small. Specify at least " + least,
                prediction.refusal());
        boolean named = prediction.unknowns().stream()
                .anyMatch(unknown -> unknown.fact().equals("the size of a base page"));
        assertEquals(starts == null, named, prediction.unknowns()::toString);
    }
}
