package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.Variants;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectedTimesTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    /** Forks that take turns are a third longer, and the fork of a profiler takes none. */
    @Test
    void eachForkCountsAsItRuns() {
        CampaignPlan plan = CampaignPlan.of(
                List.of(SMALL, LARGE), List.of(Variants.baseline()), 2, EnumSet.of(Profiler.PERFNORM), 7);
        ExpectedTimes times = ExpectedTimes.of(
                plan,
                (subject, how, profiled) -> Duration.ofSeconds(profiled ? 20 : how == Interleave.SLICES ? 6 : 4),
                subject -> subject.equals(SMALL) ? Interleave.SLICES : Interleave.FORKS);
        assertEquals(Duration.ofSeconds(5), times.timed());
        assertEquals(Duration.ofSeconds(20), times.profiled());
        int timed = plan.timed().size();
        int profiled = plan.profiled().size();
        assertEquals(Duration.ofSeconds(5L * timed + 20L * profiled), times.all(plan));
        assertEquals(times.all(plan).dividedBy(timed + profiled), times.each(plan));
    }

    @Test
    void anEmptyPlanTakesNoTime() {
        CampaignPlan none = new CampaignPlan(List.of(), List.of(), List.of());
        ExpectedTimes times =
                ExpectedTimes.of(none, (subject, how, profiled) -> Duration.ofSeconds(1), subject -> Interleave.FORKS);
        assertEquals(Duration.ZERO, times.all(none));
        assertEquals(Duration.ZERO, times.each(none));
    }
}
