package io.github.hpjvm.advisor.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.advice.BriefAdvice;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The brief advice of a fleet has the findings and the steps of the whole advice. */
class BriefAdviceTest {
    private int steps;
    private int omitted;
    private int fromAlternatives;

    @Test
    void isThatOfTheWholeAdviceForRandomStarts() {
        SplittableRandom random = new SplittableRandom(RandomFacts.seed(40));
        for (int draw = 0; draw < Draws.of(4000); draw++) {
            RandomStart start = RandomStart.draw(random);
            assertSame(FactsSamples.facts(start.host(), start.jvm()));
        }
        assertTrue(steps > 0 && omitted > 0 && fromAlternatives > 0, steps + " " + omitted + " " + fromAlternatives);
    }

    @Test
    void isThatOfTheWholeAdviceForRandomFacts() {
        RandomFacts random = new RandomFacts(RandomFacts.seed(41), 0.1);
        for (int draw = 0; draw < Draws.of(2000); draw++) {
            assertSame(random.facts());
        }
    }

    @Test
    void isThatOfTheWholeAdviceForAFleet() {
        for (int number = 0; number < Draws.of(200); number++) {
            assertSame(FleetSamples.host(11, number));
        }
        assertTrue(steps > 0);
    }

    private void assertSame(Facts facts) {
        for (Jvm jvm : facts.jvms()) {
            Advice whole = Advisor.advise(facts, jvm);
            BriefAdvice brief = Advisor.brief(facts.forAdvice(), jvm);
            assertEquals(whole.jvm(), brief.jvm());
            assertEquals(whole.requested(), brief.requested());
            assertEquals(
                    whole.findings().stream()
                            .map(BriefAdviceTest::withoutEvidence)
                            .toList(),
                    brief.findings());
            assertEquals(whole.plan().steps(), brief.plan().steps());
            assertEquals(whole.plan().omitted(), brief.plan().omitted());
            steps += brief.plan().steps().size();
            omitted += brief.plan().omitted().size();
            fromAlternatives += isFromAlternatives(whole) ? 1 : 0;
        }
    }

    /** Returns whether the plan has the actions of an alternative, and does not carry out a finding about the heap. */
    private static boolean isFromAlternatives(Advice advice) {
        Plan plan = advice.plan();
        return !plan.steps().isEmpty()
                && plan.alternatives().stream()
                        .anyMatch(one -> one.isRecommended() && plan.actions().containsAll(one.actions()))
                && advice.findings().stream()
                        .noneMatch(finding -> TriedPlan.isAboutPagesOfHeap(finding)
                                && !finding.actions().isEmpty());
    }

    private static Outcome.Finding withoutEvidence(Outcome.Finding finding) {
        return new Outcome.Finding(
                finding.rule(),
                finding.subject(),
                finding.severity(),
                finding.summary(),
                finding.explanation(),
                finding.expectedEffect(),
                List.of(),
                finding.actions(),
                finding.traits());
    }
}
