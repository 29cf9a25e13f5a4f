package io.github.hpjvm.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.bench.Samples;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictedFailureTest {
    private static HostView host(String enabled, String perSize, HugePool pool) {
        return new HostView(
                Samples.thp(enabled, perSize),
                Samples.thpSettings("inherit"),
                Optional.ofNullable(pool),
                Optional.of(Samples.bill()),
                Optional.empty(),
                false);
    }

    private static Optional<PredictedFailure> of(String variant, HostView host) {
        return PredictedFailure.of(Samples.variant(variant), host, Samples.HEAP);
    }

    @Test
    void namesTheRequiredPool() {
        PredictedFailure lack =
                of("hugetlb", host("madvise", "inherit", Samples.pool(0, 0))).orElseThrow();
        assertTrue(lack.why().contains("has no available pages"), lack.why());
        assertEquals(
                Optional.of("sudo sysctl -w vm.nr_hugepages=" + Samples.bill().max()), lack.fix());
    }

    @ParameterizedTest
    @CsvSource({"511, false", "512, true", "700, true"})
    void acceptsAPoolThatMaySuffice(long free, boolean possible) {
        assertEquals(
                possible,
                of("hugetlb", host("madvise", "inherit", Samples.pool(700, free)))
                        .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"511, false", "512, true", "4096, true"})
    void acceptsAPoolThatMayGrowByOvercommit(long overcommit, boolean possible) {
        HugePool pool = new HugePool(Samples.pool(0, 0).pageSize(), 0, 0, 0, 0, overcommit);
        Optional<PredictedFailure> lack = of("hugetlb", host("madvise", "inherit", pool));
        assertEquals(possible, lack.isEmpty());
        lack.ifPresent(it -> assertTrue(it.why().contains(", and 511 more by overcommit"), it.why()));
    }

    @ParameterizedTest
    @CsvSource({
        "never, inherit, false",
        "never, , false",
        "never, never, false",
        "never, always, true",
        "madvise, never, false",
        "madvise, inherit, true",
        "always, inherit, true"
    })
    void acceptsAModeThatMaySuffice(String enabled, String perSize, boolean possible) {
        assertEquals(possible, of("thp", host(enabled, perSize, null)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"baseline", "malloc-hugetlb"})
    void acceptsVariantsThatTheHeapDoesNotDecide(String variant) {
        assertEquals(Optional.empty(), of(variant, host("never", "never", null)));
    }
}
