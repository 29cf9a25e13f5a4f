package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.stats.GateResult.Failure;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);
    private static final Optional<RatioInterval> QUIET = Optional.of(new RatioInterval(0.995, 1.005));

    @Test
    void aGateIsCasesVariantAndBound() {
        Gate gate = Gate.parse("ByteArrayTouch.*:thp<=0.95").get(0);
        assertEquals("thp", gate.variant());
        assertEquals("0.95", gate.bound().toPlainString());
        assertTrue(gate.names(SMALL) && gate.names(LARGE));
        assertFalse(Gate.parse("size=1000$:thp<=0.95").get(0).names(LARGE));
        assertTrue(Gate.parse("size=1000$:thp<=0.95").get(0).names(SMALL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:thp<=0.95;b:hugetlb<=1",
                "a:thp<=0.95,b:hugetlb<=1",
                " a : thp <= 0.95 ; b : hugetlb <= 1 ; ",
                "a:thp<=0.95,b:hugetlb<=1,"
            })
    void severalAreSeparatedBySemicolonOrComma(String text) {
        List<Gate> gates = Gate.parse(text);
        assertEquals(2, gates.size());
        assertEquals("hugetlb", gates.get(1).variant());
    }

    @Test
    void anExpressionMayContainCommasAndColons() {
        Gate gate = Gate.parse("size=10{1,8}(?:$):thp<=0.95").get(0);
        assertTrue(gate.names(SMALL));
        assertEquals("thp", gate.variant());
    }

    @Test
    void randomTextIsAcceptedOrRejected() {
        Seeds.with(4242, random -> {
            String alphabet = "ab:;,<=0.95()*[]{}\\ \t";
            for (int i = 0; i < 5000; i++) {
                StringBuilder text = new StringBuilder();
                for (int n = random.nextInt(20); n > 0; n--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                try {
                    Gate.parse(text.toString());
                } catch (UsageException e) {
                    assertEquals(1, e.getMessage().lines().count(), e.getMessage());
                }
            }
        });
    }

    private static Optional<Failure> judge(String bound, double... ratios) {
        RatioOfRounds ratio =
                RatioOfRounds.of(java.util.Arrays.stream(ratios).boxed().toList());
        Comparison comparison = new Comparison(
                SMALL,
                Samples.variant("thp"),
                Variants.baseline(),
                Clock.WALL,
                ratio,
                ratio,
                RatioOfRounds.of(List.of()),
                Interleave.FORKS,
                ratio.verdict(QUIET),
                Optional.empty(),
                0,
                Optional.empty());
        List<GateResult> results = GateResult.of(Gate.parse("touch:thp<=" + bound), List.of(comparison));
        assertEquals(1, results.size());
        assertEquals(results.get(0).failure().isEmpty(), results.get(0).holds());
        return results.get(0).failure();
    }

    @Test
    void theWholeIntervalMustBeAtOrBelowTheBound() {
        assertEquals(Optional.empty(), judge("0.95", 0.90, 0.91, 0.92, 0.93, 0.94, 0.95));
        assertEquals(Optional.of(Failure.ABOVE), judge("0.95", 0.90, 0.91, 0.92, 0.93, 0.94, 0.951));
        assertEquals(
                Optional.of(Failure.ABOVE), judge("0.95", 0.5, 0.5, 0.5, 0.5, 0.5, 1.2), "whatever the point says");
    }

    @Test
    void tooFewRoundsAreInconclusiveAndFail() {
        assertEquals(Optional.of(Failure.INCONCLUSIVE), judge("0.95", 0.5, 0.5, 0.5, 0.5, 0.5));
        assertEquals(Optional.of(Failure.INCONCLUSIVE), judge("1.5", 1));
    }

    @Test
    void aGainThatTheBiasExplainsIsNone() {
        assertEquals(Optional.of(Failure.INCONCLUSIVE), judge("0.999", 0.98, 0.981, 0.985, 0.99, 0.995, 0.998));
    }

    /** The bias of QUIET explains a gain of half a per cent. */
    @Test
    void aRatioThatIsTheSameIsNoGain() {
        double[] same = {0.991, 0.992, 0.993, 0.994, 0.995, 0.9955};
        assertEquals(Optional.of(Failure.INCONCLUSIVE), judge("0.998", same));
        assertEquals(Optional.empty(), judge("1", same));
    }

    @Test
    void aLimitOfLossIsJudgedByTheIntervalAlone() {
        assertEquals(Optional.empty(), judge("1.02", 0.97, 0.98, 0.99, 1, 1.01, 1.015));
        assertEquals(Optional.of(Failure.ABOVE), judge("1.02", 0.97, 0.98, 0.99, 1, 1.01, 1.03));
    }

    @Test
    void aVariantWithoutItsPagesFails() {
        assertEquals(Optional.of(Failure.NOT_REALISED), judge("0.95"));
        assertEquals(Optional.of(Failure.NOT_REALISED), judge("1.5"));
    }

    @ParameterizedTest
    @CsvSource({"nothing,thp", "touch,hugetlb"})
    void aGateWithoutAMatchingCaseFails(String cases, String variant) {
        Comparison comparison = new Comparison(
                SMALL,
                Samples.variant("thp"),
                Variants.baseline(),
                Clock.WALL,
                RatioOfRounds.of(Collections.nCopies(6, 0.5)),
                RatioOfRounds.of(Collections.nCopies(6, 0.5)),
                RatioOfRounds.of(List.of()),
                Interleave.FORKS,
                Verdict.FASTER,
                Optional.empty(),
                0,
                Optional.empty());
        GateResult result = GateResult.of(Gate.parse(cases + ":" + variant + "<=0.95"), List.of(comparison))
                .get(0);
        assertEquals(Optional.of(Failure.NOTHING_MATCHED), result.failure());
        assertThrows(
                java.util.NoSuchElementException.class, () -> result.subject().orElseThrow());
    }

    /** The interval of the other runs says nothing about a run with the result 0. */
    @Test
    void aGateFailsIfARunWithoutARatioMayHideALoss() {
        RatioOfRounds ratio = RatioOfRounds.of(Collections.nCopies(7, 1.0));
        Comparison comparison = new Comparison(
                SMALL,
                Samples.variant("thp"),
                Variants.baseline(),
                Clock.WALL,
                ratio,
                ratio,
                RatioOfRounds.of(List.of()),
                Interleave.FORKS,
                Verdict.SAME,
                Optional.empty(),
                5,
                Optional.empty());
        GateResult result = GateResult.of(Gate.parse("touch:thp<=1.03"), List.of(comparison))
                .get(0);
        assertEquals(Optional.of(Failure.NOT_REALISED), result.failure());
    }
}
