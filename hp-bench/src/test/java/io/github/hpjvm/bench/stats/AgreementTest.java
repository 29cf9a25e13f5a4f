package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.variant.Variants;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;

class AgreementTest {
    private static final long CONTROL = 1000;
    private static final long BEYOND = 1_000_000;

    @ParameterizedTest
    @CsvSource({
        "FASTER, 0.5, AS_EXPECTED, AS_EXPECTED, UNEXPECTED",
        "SAME, 1, UNEXPECTED, AS_EXPECTED, AS_EXPECTED",
        "SLOWER, 1.2, UNEXPECTED, UNEXPECTED, UNEXPECTED",
        "SLOWER, 1.005, UNEXPECTED, UNEXPECTED, AS_EXPECTED",
        "INCONCLUSIVE, 1.2, OPEN, OPEN, OPEN",
        "NOT_REALISED, , OPEN, OPEN, OPEN"
    })
    void aVerdictAgreesWithWhatWasExpectedOrNot(
            Verdict verdict, Double ratio, Agreement gain, Agreement small, Agreement control) {
        assertEquals(Optional.of(gain), Agreement.of(comparison(false, BEYOND, "thp", ratio, verdict)));
        assertEquals(Optional.of(small), Agreement.of(comparison(true, BEYOND, "hugetlb", ratio, verdict)));
        assertEquals(Optional.of(control), Agreement.of(comparison(false, CONTROL, "thp", ratio, verdict)));
    }

    @Test
    void aCaseOrVariantWithoutAnExpectationHasNoAgreement() {
        assertEquals(Optional.empty(), Agreement.of(comparison(false, 5000, "thp", 0.5, Verdict.FASTER)));
        assertEquals(Optional.empty(), Agreement.of(comparison(false, BEYOND, "malloc-thp", 1., Verdict.SAME)));
        assertEquals(
                Optional.empty(),
                Agreement.of(comparison(
                        Samples.ofSize(Samples.workload("Other.use", Mode.AverageTime), BEYOND),
                        "thp",
                        Optional.of(0.5),
                        Verdict.FASTER)));
    }

    private static Comparison comparison(boolean small, long size, String variant, Double ratio, Verdict verdict) {
        ExpectedEffect expectation = new ExpectedEffect("so", Optional.of("size"), CONTROL, 0.01, BEYOND, small);
        Case subject = Samples.ofSize(Samples.withExpectation(expectation), size);
        return comparison(subject, variant, Optional.ofNullable(ratio), verdict);
    }

    /** Six rounds with the same ratio, or none. */
    private static Comparison comparison(Case subject, String variant, Optional<Double> ratio, Verdict verdict) {
        List<Double> rounds = ratio.map(it -> Collections.nCopies(6, it)).orElse(List.of());
        return new Comparison(
                subject,
                Samples.variant(variant),
                Variants.baseline(),
                Clock.WALL,
                RatioOfRounds.of(rounds),
                RatioOfRounds.of(rounds),
                RatioOfRounds.of(List.of()),
                Interleave.FORKS,
                verdict,
                Optional.empty(),
                0,
                Optional.empty());
    }
}
