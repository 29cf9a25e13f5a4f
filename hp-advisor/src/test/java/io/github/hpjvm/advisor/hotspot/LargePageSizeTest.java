package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Predictions.risks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargePageSizeTest {
    private static final Bytes SMALL = Bytes.ofMiB(2);
    private static final Bytes GIGANTIC = Bytes.ofGiB(1);

    private static LargePageSize of(List<String> arguments, int feature, Collector gc, Bytes usual) {
        return LargePageSize.of(arguments, feature, Optional.of(gc), usual, Set.of(SMALL, GIGANTIC));
    }

    @ParameterizedTest
    @CsvSource({
        "'',                                                       2m, 2m",
        "-XX:LargePageSizeInBytes=1g,                              2m, 1g",
        "-XX:LargePageSizeInBytes=1073741824,                      2m, 1g",
        "-XX:LargePageSizeInBytes=1g -XX:LargePageSizeInBytes=2m,  2m, 2m",
        "-XX:LargePageSizeInBytes=4m,                              2m, 2m",
        "-XX:LargePageSizeInBytes=many,                            2m, 2m",
        "-XX:LargePageSizeInBytes=,                                1g, 1g"
    })
    void theFlagCountsFrom17OnIfTheKernelHasSuchPages(String arguments, String before17, String since17) {
        List<String> list = Arrays.asList(arguments.split(" "));
        Bytes usual = before17.equals("1g") ? GIGANTIC : SMALL;
        for (int feature : new int[] {8, 11}) {
            assertEquals(new LargePageSize(Bytes.parse(before17), false), of(list, feature, Collector.G1, usual));
        }
        for (int feature : new int[] {17, 21, 28}) {
            assertEquals(new LargePageSize(Bytes.parse(since17), true), of(list, feature, Collector.G1, usual));
        }
    }

    @Test
    void aSizeWithoutAPoolIsNamedFrom17On() {
        Host small = pools(host(), new HugePool(SMALL, 900, 900, 0, 0, 0));
        String[] asked = {"-Xmx256m", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g"};
        for (String release : List.of("17.0.21", "25.0.5")) {
            assertTrue(risks(predict(launch(release, asked), small)).contains(RiskCode.PAGE_SIZE_IGNORED), release);
            assertFalse(risks(predict(launch(release, asked), pools(host(), 900, 4)))
                    .contains(RiskCode.PAGE_SIZE_IGNORED));
        }
        assertFalse(risks(predict(launch("11.0.33", asked), small)).contains(RiskCode.PAGE_SIZE_IGNORED));
    }

    @Test
    void zgcKnows2MibAlone() {
        for (Collector gc : List.of(Collector.ZGC, Collector.ZGC_GENERATIONAL)) {
            assertEquals(new LargePageSize(SMALL, false), of(List.of(), 21, gc, GIGANTIC));
        }
    }

    @Test
    void smallerPagesAreOfUseFrom17On() {
        LargePageSize old = of(List.of(), 11, Collector.G1, GIGANTIC);
        assertTrue(old.uses(GIGANTIC));
        assertFalse(old.uses(SMALL));
        LargePageSize recent = of(List.of(), 17, Collector.G1, GIGANTIC);
        assertTrue(recent.uses(GIGANTIC));
        assertTrue(recent.uses(SMALL));
        assertFalse(of(List.of(), 17, Collector.G1, SMALL).uses(GIGANTIC));
    }
}
