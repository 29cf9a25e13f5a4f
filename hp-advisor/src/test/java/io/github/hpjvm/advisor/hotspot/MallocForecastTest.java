package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MallocForecastTest {
    private static final Launch LAUNCH = launch("21", "-Xmx1g", "-XX:+UseLargePages");
    private static final Host POOL = pools(host(), 2000, 0);

    private static Prediction with(String tunables, Host host) {
        return MallocForecast.add(predict(LAUNCH, host), tunables, host);
    }

    private static List<RiskCode> risks(Prediction prediction) {
        return prediction.risks().stream().map(Risk::code).toList();
    }

    @Test
    void withOneMallocOptsIn() {
        Prediction before = predict(LAUNCH, POOL);
        assertEquals(
                Optional.of(PageKind.BASE),
                before.region(RegionName.NATIVE).orElseThrow().kind());
        Prediction after = with("glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1", POOL);
        RegionForecast malloc = after.region(RegionName.NATIVE).orElseThrow();
        assertEquals(Optional.empty(), malloc.kind());
        assertTrue(
                malloc.why().startsWith("GLIBC_TUNABLES sets glibc.malloc.hugetlb=1: malloc of glibc 2.35"),
                malloc::why);
        assertEquals(before.region(RegionName.HEAP), after.region(RegionName.HEAP));
        assertEquals(before.risks(), after.risks());
        for (String mode : List.of("never", "always")) {
            Host other = thp(POOL, mode, "inherit", "never");
            Prediction same = predict(LAUNCH, other);
            assertSame(same, MallocForecast.add(same, "glibc.malloc.hugetlb=1", other), mode);
        }
    }

    @Test
    void withTwoMallocTakesPagesOfThePool() {
        Prediction after = with("glibc.malloc.hugetlb=2", POOL);
        assertEquals(
                Optional.empty(), after.region(RegionName.NATIVE).orElseThrow().kind());
        assertTrue(risks(after).contains(RiskCode.MALLOC_ON_POOL), after::toString);
        assertEquals(risks(after), risks(with("glibc.malloc.hugetlb=2097152", POOL)));
        Host empty = pools(host(), 0, 0);
        Prediction same = predict(LAUNCH, empty);
        assertSame(same, MallocForecast.add(same, "glibc.malloc.hugetlb=2", empty), "malloc uses base pages");
        Prediction none = predict(LAUNCH, POOL);
        assertSame(none, MallocForecast.add(none, "glibc.malloc.hugetlb=1073741824", POOL), "no such pool");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "glibc.malloc.hugetlb=0", "glibc.malloc.arena_max=1", "glibc.malloc.hugetlb=x"})
    void withoutTheTunableNothingChanges(String tunables) {
        Prediction before = predict(LAUNCH, POOL);
        assertSame(before, MallocForecast.add(before, tunables, POOL));
    }
}
