package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.Variants;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class JobTest {

    @Test
    void theFileNameIdentifiesTheFork() {
        assertEquals(
                "round3-2-ByteArrayTouch.touch-size=1000-baseline2",
                new Job(3, 2, Samples.ofSize(1000), Variants.twin(), Optional.empty()).fileName());
    }

    @Test
    void theFileNameNeedsNoQuotingAndHasNoFolder() {
        Workload workload = Samples.workload("Words.use", Mode.AverageTime);
        Case odd = new Case(workload, Map.of("word", "../a b/$(x)'\"\nü\\*"));
        String name = new Job(1, 1, odd, Variants.baseline(), Optional.empty()).fileName();
        assertTrue(name.matches("[A-Za-z0-9.=_-]+"), name);
    }

    /** A file system refuses more than 255 bytes, and a file name has an ending. */
    @Test
    void aLongParameterIsCutInTheFileNameAndTheVariantIsNot() {
        Case longer = new Case(Samples.touch(), Map.of("text", "x".repeat(300)));
        String name = new Job(12, 3, longer, Variants.twin(), Optional.empty()).fileName();
        assertEquals(200, name.length());
        assertTrue(name.startsWith("round12-3-ByteArrayTouch.touch-text=xxx"), name);
        assertTrue(name.endsWith("x-baseline2"), name);
    }

    @Test
    void noTwoForksOfAPlanShareAName() {
        List<Case> cases =
                Stream.of(1000L, 10000L, 1000000L).map(Samples::ofSize).toList();
        CampaignPlan plan = CampaignPlan.of(cases, Variants.all(), 3, EnumSet.allOf(Profiler.class), 4);
        Set<String> names = new HashSet<>();
        Stream.concat(plan.timed().stream(), plan.profiled().stream())
                .forEach(job -> assertTrue(names.add(job.fileName()), job::fileName));
    }

    @Test
    void aCaseIsNamedByItsWorkloadAndParameters() {
        assertEquals("ByteArrayTouch.touch size=1000", Samples.ofSize(1000).toString());
        assertEquals("ByteArrayTouch.touch", new Case(Samples.touch(), Map.of()).toString());
    }
}
