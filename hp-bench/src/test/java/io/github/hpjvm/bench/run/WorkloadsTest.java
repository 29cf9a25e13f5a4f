package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.host.WorkloadHeap;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;

class WorkloadsTest {
    /** The workload of that class and method. */
    static Workload workload(String name) {
        return Workloads.all().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static final Workload TOUCH = Workloads.all().stream()
            .filter(workload -> workload.name().equals("ByteArrayTouch.touch"))
            .findFirst()
            .orElseThrow();

    @Test
    void listsByteArrayTouchWithItsAnnotations() {
        assertEquals(Samples.touch(), TOUCH);
    }

    /** Their data are at most 100 KB; each other fork runs alone in its turns. */
    @ParameterizedTest
    @CsvSource({
        "ByteArrayTouch, size, 10000, true",
        "ByteArrayTouch, size, 1000000, false",
        "PointerChase, nodes, 1000, true",
        "PointerChase, nodes, 1000000, false",
        "HashMapGet, entries, 1000, true",
        "CodeFootprint, methods, 4000, false",
        "TlbReach, pages, 256, true",
        "TlbReach, pages, 1024, false",
        "TlbReachPacked, lines, 1024, true",
        "SequentialScan, mebibytes, 256, false",
        "KnownCost, tokens, 2000, true"
    })
    void onlyForksWithLittleDataShareTheCpu(String name, String param, String value, boolean shares) {
        Workload workload = Workloads.all().stream()
                .filter(it -> it.name().startsWith(name + "."))
                .findFirst()
                .orElseThrow();
        assertEquals(shares, Workloads.sharesCpu(new Case(workload, Map.of(param, value))));
        assertFalse(Workloads.sharesCpu(new Case(workload.by(Clock.WALL), Map.of(param, value))));
    }

    @ParameterizedTest
    @CsvSource({
        "ByteArrayTouch.touch, CPU, ''",
        "KnownCost.work, CPU, ''",
        "ObjectChurn.g1, CPU, collector",
        "TpcB.transaction, WALL, ''",
        "TcpService.load, WALL, ss",
        "FirstTouch.start, WALL, ss"
    })
    void aWorkloadFixesItsClockAndWhetherItsForksTakeTurns(String name, Clock clock, String why) {
        Workload workload = workload(name);
        assertEquals(clock, workload.clock());
        assertEquals(Clock.WALL, workload.by(Clock.WALL).clock());
        Optional<String> whyForks = Workloads.whyForks(workload);
        assertEquals(why.isEmpty(), whyForks.isEmpty());
        assertTrue(whyForks.orElse("").contains(why), whyForks::toString);
    }

    @Test
    void theUserChoosesTheClock() {
        BenchOptions options = BenchOptions.parse(Map.of("clock", "wall"), Profile.QUICK, 1);
        assertTrue(Workloads.cases(Workloads.all(), options).stream()
                .allMatch(it -> it.workload().clock() == Clock.WALL));
    }

    @Test
    void everyWorkloadNamesOneHeapAndACollectorThatPretouchesHugetlb() {
        for (Workload workload : Workloads.all()) {
            WorkloadHeap heap = WorkloadHeap.of(workload.jvmArgs()).orElseThrow();
            String max = workload.jvmArgs().stream()
                    .filter(it -> it.startsWith("-Xmx"))
                    .collect(Collectors.joining());
            assertTrue(workload.jvmArgs().contains(max.replace("-Xmx", "-Xms")), workload.name());
            assertTrue(workload.jvmArgs().contains("-XX:+AlwaysPreTouch"), workload.name());
            assertTrue(heap.collector() != io.github.hpjvm.advisor.facts.Collector.SERIAL, workload.name());
        }
    }

    @Test
    void workloadsOnRequestAreMeasuredOnlyByName() {
        for (String everything : List.of("", ".*", "Byte|.*")) {
            assertFalse(ofAll(everything).contains("KnownCost.work tokens=2000"), everything);
        }
        assertEquals(List.of("KnownCost.work tokens=2000"), ofAll("KnownCost"));
        assertFalse(assertThrows(UsageException.class, () -> ofAll("Nothing"))
                .getMessage()
                .contains("KnownCost"));
    }

    @Test
    void tlbReachIsMeasuredByItsName() {
        for (String profile : List.of("smoke", "quick", "full")) {
            assertFalse(ofAll("profile", profile).stream().anyMatch(it -> it.startsWith("TlbReach")), profile);
        }
        List<String> full = ofAll("profile", "full", "workloads", "TlbReach");
        assertTrue(full.contains("TlbReach.chase pages=131072"));
        assertTrue(full.contains("TlbReachPacked.chase lines=131072"));
        assertEquals(16, ofAll("TlbReach").size());
    }

    /** A full campaign ignores workloads without the given parameters. */
    @Test
    void givenParametersExcludeWorkloadsWithoutThem() {
        assertEquals(List.of("ByteArrayTouch.touch size=5"), ofAll("profile", "full", "params", "size=5"));
    }

    /** A header has three parts: what it shows, when a gain is expected, its control (the parameter's first value). */
    @Test
    void fullMeasuresEveryWorkloadThatIsLikeAnApplication() {
        assertEquals(
                Set.of(
                        "ByteArrayTouch.touch",
                        "CodeFootprint.call",
                        "FirstTouch.start",
                        "HashMapGet.get",
                        "ObjectChurn.g1",
                        "ObjectChurn.parallel",
                        "PointerChase.chase",
                        "SequentialScan.sum",
                        "TcpService.load",
                        "TpcB.transaction"),
                ofAll("profile", "full").stream()
                        .map(name -> name.split(" ")[0])
                        .collect(Collectors.toSet()));
    }

    /** JMH lists by mode, which would put TpcB before all others. */
    @Test
    void listsWorkloadsInTheDocumentedOrder() throws IOException {
        List<String> documented = Files.readString(Path.of("..", "docs", "BENCH.md"))
                .lines()
                .dropWhile(line -> !line.equals("## Workloads"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> Stream.of(line.split("\\|")[1].replace("`", "").split(",")))
                .map(String::strip)
                .toList();
        assertEquals(DocumentedOrder.CLASSES, documented);
        assertEquals(
                documented,
                Workloads.all().stream()
                        .map(DocumentedOrder::className)
                        .distinct()
                        .toList());
    }

    @Test
    void mergesTheSizesOfFull() {
        assertEquals(
                List.of(16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536, 131072).stream()
                        .map(pages -> "TlbReach.chase pages=" + pages)
                        .toList(),
                ofAll("profile", "full", "workloads", "TlbReach.chase"));
    }

    @Test
    void listsWorkloadsOnRequestIfNoNameMatches() {
        String message =
                assertThrows(UsageException.class, () -> ofAll("Nothing")).getMessage();
        assertTrue(message.contains("TlbReach.chase"), message);
    }

    private static List<String> ofAll(String workloads) {
        return ofAll("workloads", workloads);
    }

    private static List<String> ofAll(String... given) {
        Map<String, String> named = new java.util.HashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            named.put(given[i], given[i + 1]);
        }
        BenchOptions options = BenchOptions.parse(named, Profile.QUICK, 1);
        return Workloads.cases(Workloads.all(), options).stream()
                .map(Case::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "smoke|1000",
                "quick|1000 10000 1000000 10000000 100000000 1000000000",
                "full|1000 10000 1000000 10000000 100000000 1000000000"
            })
    void theProfileSelectsTheSizes(String profile, String sizes) {
        assertEquals(sizes, sizes(cases("profile", profile, "workloads", "ByteArrayTouch")));
    }

    /** Forks with little data start sooner with a small heap. Smoke verifies the pages of the whole heap. */
    @ParameterizedTest
    @CsvSource({
        "quick, 1000, -Xms160m -Xmx160m -Xmn64m",
        "quick, 10000000, -Xms160m -Xmx160m -Xmn64m",
        "quick, 10000001, -Xms1g -Xmx1g",
        "quick, 1000000000, -Xms1g -Xmx1g",
        "full, 1000, -Xms160m -Xmx160m -Xmn64m",
        "smoke, 1000, -Xms1g -Xmx1g"
    })
    void casesWithLittleDataHaveASmallHeap(String profile, int size, String heap) {
        Case subject = cases("profile", profile, "workloads", "ByteArrayTouch", "params", "size=" + size)
                .get(0);
        assertEquals(heap + " -XX:+UseG1GC -XX:+AlwaysPreTouch", String.join(" ", subject.jvmArgs()));
        assertEquals(TOUCH, subject.workload(), "cases of one workload stay together in reports");
    }

    @ParameterizedTest
    @CsvSource({"smoke", "quick", "full"})
    void givenSizesReplaceThoseOfTheProfile(String profile) {
        assertEquals("5 1000000", sizes(cases("profile", profile, "params", "size=5,1000000")));
    }

    @Test
    void sortsNumbersAndRemovesDuplicates() {
        assertEquals("5 1000 9000 1000000", sizes(cases("params", "size=1000000,1000,9000,5,1000,01000,+5")));
    }

    @Test
    void keepsTheOrderOfWords() {
        Workload words = new Workload(
                "Words.use", "x.Words.use", Mode.AverageTime, List.of(), Map.of("word", List.of("z", "a")), Map.of());
        List<Case> cases =
                Workloads.cases(List.of(words), BenchOptions.parse(Map.of("params", "word=c,a,b"), Profile.QUICK, 1));
        assertEquals(
                List.of("c", "a", "b"),
                cases.stream().map(it -> it.params().get("word")).toList());
    }

    @Test
    void severalParametersAreCombinedTheFirstSlowest() {
        Map<String, List<String>> params = new java.util.LinkedHashMap<>();
        params.put("size", List.of("1", "2"));
        params.put("kind", List.of("a", "b"));
        Workload both = new Workload("Both.use", "x.Both.use", Mode.AverageTime, List.of(), params, params);
        List<Case> cases =
                Workloads.cases(List.of(both), BenchOptions.parse(Map.of("params", "size=3,1"), Profile.QUICK, 1));
        assertEquals(
                List.of(
                        "Both.use size=1 kind=a",
                        "Both.use size=1 kind=b",
                        "Both.use size=3 kind=a",
                        "Both.use size=3 kind=b"),
                cases.stream().map(Case::toString).toList());
    }

    @Test
    void aWorkloadWithoutParametersIsOneCase() {
        Workload bare = new Workload("Bare.use", "x.Bare.use", Mode.AverageTime, List.of(), Map.of(), Map.of());
        assertEquals(
                List.of(new Case(bare, Map.of())),
                Workloads.cases(List.of(bare), BenchOptions.parse(Map.of(), Profile.SMOKE, 1)));
    }

    @ParameterizedTest
    @CsvSource({"touch", "^ByteArrayTouch", "Array.*h$", "''"})
    void aRegexMatchesAnywhereInTheName(String regex) {
        assertTrue(
                cases("workloads", regex).stream().anyMatch(it -> it.workload().equals(TOUCH)));
    }

    @Test
    void refusesARegexWithoutAMatchAndListsTheWorkloads() {
        String message = refusal("workloads", "NoSuchThing");
        assertTrue(message.contains("NoSuchThing") && message.contains("ByteArrayTouch.touch"), message);
    }

    @Test
    void refusesAnUnknownParameterAndListsTheKnownOnes() {
        String message = refusal("params", "siez=1000");
        assertTrue(message.contains("'siez'") && message.contains("it has size"), message);
    }

    @ParameterizedTest
    @CsvSource({"1k", "0", "-5", "1.5", "2147483648", "1_000", "x"})
    void refusesASizeThatIsNotAPositiveInt(String size) {
        String message = refusal("params", "size=1000," + size);
        assertTrue(message.contains("size=" + size) && message.contains("from 1 to 2147483647"), message);
    }

    private static String refusal(String name, String text) {
        String message =
                assertThrows(UsageException.class, () -> cases(name, text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    private static List<Case> cases(String... given) {
        Map<String, String> options = new java.util.HashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            options.put(given[i], given[i + 1]);
        }
        return Workloads.cases(List.of(TOUCH), BenchOptions.parse(options, Profile.QUICK, 1));
    }

    private static String sizes(List<Case> cases) {
        return cases.stream().map(it -> it.params().get("size")).collect(Collectors.joining(" "));
    }
}
