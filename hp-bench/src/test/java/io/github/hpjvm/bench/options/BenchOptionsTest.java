package io.github.hpjvm.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOptionsTest {
    private static final List<String> NAMES = List.of(
            "profile",
            "workloads",
            "params",
            "variants",
            "rounds",
            "seed",
            "jvm",
            "provision",
            "profilers",
            "out",
            "precision",
            "budget",
            "disturbed",
            "gate",
            "export-markdown");

    @ParameterizedTest
    @EnumSource(Profile.class)
    void withNothingGivenTheDefaultsOfTheProfileHold(Profile profile) {
        BenchOptions options = BenchOptions.parse(Map.of(), profile, 42);
        assertEquals(profile, options.profile());
        assertTrue(options.workloads().matcher("ByteArrayTouch.touch").find());
        assertEquals(Map.of(), options.params());
        assertEquals(List.of("baseline", "thp", "hugetlb"), names(options));
        assertEquals(profile.rounds(), options.rounds());
        assertEquals(42, options.seed());
        assertEquals(Optional.empty(), options.jvm());
        assertFalse(options.provision());
        assertEquals(Set.of(), options.profilers());
        assertEquals(Path.of("hp-bench-results"), options.output());
    }

    @Test
    void parsesClockAndInterleave() {
        BenchOptions none = BenchOptions.parse(Map.of(), Profile.QUICK, 1);
        assertEquals(Optional.empty(), none.clock());
        assertEquals(Optional.empty(), none.interleave());
        assertEquals(Optional.of(Clock.CPU), parse("clock", "cpu").clock());
        assertEquals(Optional.of(Clock.WALL), parse("clock", "wall").clock());
        assertEquals(
                Optional.of(Interleave.SLICES), parse("interleave", "slices").interleave());
        assertEquals(Optional.of(Interleave.FORKS), parse("interleave", "forks").interleave());
        UsageException wrong = assertThrows(UsageException.class, () -> parse("interleave", "SLICES"));
        assertEquals("interleave: 'SLICES' is not one of slices, forks", wrong.getMessage());
    }

    @Test
    void quickHasABudgetUnlessRoundsAreGiven() {
        UntilPrecise usual =
                BenchOptions.parse(Map.of(), Profile.QUICK, 1).untilPrecise().orElseThrow();
        assertEquals(Duration.ofMinutes(5), usual.budget());
        assertTrue(usual.wholeFirst());
        assertEquals(Optional.empty(), parse("rounds", "6").untilPrecise());
        assertFalse(parse("budget", "2m").untilPrecise().orElseThrow().wholeFirst());
        Duration used = Duration.ofSeconds(20);
        Duration first = Duration.ofMinutes(12);
        assertEquals(Duration.ofSeconds(12 * 60 + 20), usual.atMost(used, first, 6), "all of them run");
        assertEquals(Duration.ofMinutes(5), usual.atMost(used, Duration.ofMinutes(4), 6));
        UntilPrecise given = parse("budget", "2m").untilPrecise().orElseThrow();
        assertEquals(Duration.ofSeconds(2 * 60 + 20), given.atMost(used, first, 6), "only one runs in any case");
        for (Profile profile : List.of(Profile.SMOKE, Profile.FULL, Profile.OWN)) {
            assertEquals(
                    Optional.empty(), BenchOptions.parse(Map.of(), profile, 1).untilPrecise());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"50", "50%", " 50 % "})
    void fragmentNeedsProvision(String percent) {
        Map<String, String> given = Map.of("fragment", percent, "provision", "true");
        assertEquals(
                OptionalInt.of(50), BenchOptions.parse(given, Profile.QUICK, 1).fragment());
        assertEquals(
                OptionalInt.empty(),
                BenchOptions.parse(Map.of(), Profile.QUICK, 1).fragment());
    }

    @Test
    void smokeIsOneRoundAndTheOthersAreEnoughForAVerdict() {
        assertEquals(1, Profile.SMOKE.rounds());
        assertTrue(Profile.QUICK.rounds() >= 6);
        assertTrue(Profile.FULL.rounds() >= Profile.QUICK.rounds());
    }

    @Test
    void blankIsNotGiven() {
        List<String> all = new ArrayList<>(NAMES);
        all.add("fragment");
        for (String blank : List.of("", " ", "\t\n")) {
            Map<String, String> given = new java.util.HashMap<>();
            for (String name : all) {
                given.put(name, blank);
            }
            BenchOptions options = BenchOptions.parse(given, Profile.QUICK, 1);
            assertEquals(
                    BenchOptions.parse(Map.of(), Profile.QUICK, 1).toString(), options.toString(), "'" + blank + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({"smoke,SMOKE,1", "quick,QUICK,6", "full,FULL,6"})
    void theProfileSetsTheRounds(String name, Profile profile, int rounds) {
        BenchOptions options = parse("profile", name);
        assertEquals(profile, options.profile());
        assertEquals(rounds, options.rounds());
    }

    @Test
    void everyOptionIsTaken() {
        BenchOptions options = BenchOptions.parse(
                Map.of(
                        "profile", " full ",
                        "workloads", "Byte.*touch",
                        "params", "size=1000,1000000",
                        "variants", "thp, baseline",
                        "rounds", "12",
                        "seed", "-7",
                        "jvm", "/opt/jdk",
                        "provision", "true",
                        "profilers", "perfasm,perfnorm",
                        "out", "/tmp/results of mine"),
                Profile.SMOKE,
                42);
        assertEquals(Profile.FULL, options.profile());
        assertEquals("Byte.*touch", options.workloads().pattern());
        assertEquals(Map.of("size", List.of("1000", "1000000")), options.params());
        assertEquals(List.of("thp", "baseline"), names(options));
        assertEquals(12, options.rounds());
        assertEquals(-7, options.seed());
        assertEquals(Optional.of(Path.of("/opt/jdk")), options.jvm());
        assertTrue(options.provision());
        assertEquals(EnumSet.of(Profiler.PERFNORM, Profiler.PERFASM), options.profilers());
        assertEquals(Path.of("/tmp/results of mine"), options.output());
    }

    @Test
    void ignoresUnknownNames() {
        assertEquals(42, parse("lab.required", "true").seed());
    }

    @Test
    void addsBaselineInFront() {
        assertEquals(List.of("baseline", "hugetlb"), names(parse("variants", "hugetlb")));
        assertEquals(List.of("baseline", "thp", "hugetlb"), names(parse("variants", "thp,hugetlb,thp")));
        assertEquals(List.of("baseline"), names(parse("variants", "baseline")));
        assertEquals(List.of("baseline", "hugetlbfs"), names(parse("variants", "hugetlbfs")));
    }

    @Test
    void severalParamsAreSeparatedBySemicolons() {
        Map<String, List<String>> params =
                parse("params", " size = 1000 , 10000 ; mode=a,b ;").params();
        assertEquals(List.of("size", "mode"), List.copyOf(params.keySet()), "in the order given");
        assertEquals(List.of("1000", "10000"), params.get("size"));
        assertEquals(List.of("a", "b"), params.get("mode"));
    }

    @Test
    void aValueMayContainAnEqualsSign() {
        assertEquals(List.of("a=b"), parse("params", "mode=a=b").params().get("mode"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-9223372036854775808", "0", "9223372036854775807"})
    void anyLongIsASeed(String seed) {
        assertEquals(Long.parseLong(seed), parse("seed", seed).seed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profile|fast|profile|smoke, quick, full",
                "profile|QUICK|profile|quick",
                "workloads|(|workloads|regular expression",
                "workloads|*touch|workloads|'*touch'",
                "params|size|params|size=1000,1000000",
                "params|=1000|params|NAME=VALUE",
                "params|size=|params|NAME=VALUE",
                "params|size=,|params|NAME=VALUE",
                "params|size=1;size=2|params|twice",
                "variants|,|variants|baseline, thp, hugetlb, hugetlbfs",
                "variants|thb|variant|baseline, thp, hugetlb, hugetlbfs",
                "variants|THP|variant|thp",
                "variants|baseline'|variant|baseline",
                "rounds|0|rounds|from 1 to 1000",
                "rounds|-1|rounds|from 1 to 1000",
                "rounds|1001|rounds|from 1 to 1000",
                "rounds|six|rounds|whole number",
                "rounds|6.5|rounds|whole number",
                "rounds|99999999999999999999|rounds|from 1 to 1000",
                "seed|abc|seed|whole number",
                "seed|0x10|seed|whole number",
                "seed|9223372036854775808|seed|whole number",
                "provision|yes|provision|true",
                "provision|TRUE|provision|false",
                "profilers|gc|profiler|perfnorm, perfasm",
                "precision|1|precision|for example 1%",
                "precision|0%|precision|for example 1%",
                "precision|51%|precision|for example 1%",
                "precision|-1%|precision|for example 1%",
                "precision|1,5%|precision|for example 1%",
                "budget|20|budget|20m",
                "budget|0m|budget|20m",
                "budget|-5m|budget|20m",
                "budget|8d|budget|20m",
                "budget|999999h|budget|seven days",
                "disturbed|maybe|disturbed|keep, drop",
                "disturbed|DROP|disturbed|keep, drop",
                "gate|x|gate|CASES:VARIANT<=RATIO",
                "gate|ByteArrayTouch:thp<0.95|gate|CASES:VARIANT<=RATIO",
                "gate|ByteArrayTouch:thp>=0.95|gate|CASES:VARIANT<=RATIO",
                "gate|ByteArrayTouch:thp<=|gate|CASES:VARIANT<=RATIO",
                "gate|ByteArrayTouch:thp<=fast|gate|CASES:VARIANT<=RATIO",
                "gate|:thp<=0.95|gate|CASES:VARIANT<=RATIO",
                "gate|a:thp<=0.95;b|gate|'b'",
                "gate|(:thp<=0.95|gate|regular expression",
                "gate|a:thp<=0|gate|0.95",
                "fragment|50|fragment|--provision",
                "fragment|0|fragment|1 to 100",
                "fragment|half|fragment|1 to 100"
            })
    void rejectsAnInvalidValueInOneLineWithTheOptionAndARemedy(String name, String text, String named, String remedy) {
        String message =
                assertThrows(UsageException.class, () -> parse(name, text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains(named), message);
        assertTrue(message.contains(remedy), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "out"})
    void rejectsAnInvalidPath(String name) {
        String message = assertThrows(UsageException.class, () -> parse(name, "/tmp/a\0b"))
                .getMessage();
        assertTrue(message.startsWith(name + ": "), message);
    }

    @Test
    void freshSeedsHaveSixDigitsAndDiffer() {
        Set<Long> seeds = new java.util.HashSet<>();
        for (int i = 0; i < 50; i++) {
            long seed = BenchOptions.freshSeed();
            assertTrue(seed >= 100_000 && seed <= 999_999);
            seeds.add(seed);
        }
        assertTrue(seeds.size() > 1);
    }

    @Test
    void randomTextIsAcceptedOrRejected() {
        String alphabet = "=;,. baselinethpsize01239-+*()[]\\\"'$%\n\tä";
        Seeds.with(815, random -> {
            for (int i = 0; i < 5000; i++) {
                StringBuilder text = new StringBuilder();
                for (int n = random.nextInt(12); n > 0; n--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                String name = NAMES.get(random.nextInt(NAMES.size()));
                try {
                    parse(name, text.toString());
                } catch (UsageException e) {
                    assertFalse(e.getMessage().isBlank());
                }
            }
        });
    }

    private static BenchOptions parse(String name, String text) {
        return BenchOptions.parse(Map.of(name, text), Profile.QUICK, 42);
    }

    private static List<String> names(BenchOptions options) {
        return options.variants().stream().map(Variant::name).toList();
    }
}
