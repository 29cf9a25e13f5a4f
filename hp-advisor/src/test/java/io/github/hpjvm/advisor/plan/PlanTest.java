package io.github.hpjvm.advisor.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Facts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final Action RESTART = new Action.RestartJvm();
    private static final Action FLAG = new Action.JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of());
    private static final Action THP = new Action.KernelFile(Path.of("/sys/enabled"), "madvise", "never", "");
    private static final Action POD = new Action.PodResource("hugepages-2Mi", "1Gi");

    private static Action pool(long pages) {
        return new Action.Sysctl("vm.nr_hugepages", String.valueOf(pages), "0", "");
    }

    private static Action group(String file, String value) {
        return new Action.CgroupFile(Path.of(file), value, "0");
    }

    private static Outcome.Finding finding(Severity severity, Action... actions) {
        return new Outcome.Finding("HP-999", "heap", severity, "s", "e.", "x", List.of(), List.of(actions));
    }

    private static List<Action> planned(Outcome.Finding... findings) {
        return Plan.of(List.of(findings)).steps().stream().map(Step::action).toList();
    }

    @Test
    void nothingFoundIsNothingPlanned() {
        assertEquals(List.of(), planned());
        assertEquals(List.of(), planned(finding(Severity.CRITICAL)));
    }

    @Test
    void theHostComesFirstTheFlagsNextTheRestartLast() {
        assertEquals(
                List.of(pool(1), THP, group("/a", "1"), POD, RESTART),
                planned(
                        finding(Severity.WARNING, RESTART, pool(1), THP),
                        finding(Severity.INFO, group("/a", "1"), POD)));
        assertEquals(List.of(THP, FLAG), planned(finding(Severity.WARNING, FLAG, THP)));
    }

    @Test
    void whatTwoFindingsAskForIsDoneOnce() {
        assertEquals(
                List.of(THP, RESTART),
                planned(finding(Severity.WARNING, THP, RESTART), finding(Severity.INFO, THP, RESTART)));
    }

    @Test
    void ofTwoThatContradictEachOtherTheWorseFindingStays() {
        assertEquals(
                List.of(pool(700)), planned(finding(Severity.CRITICAL, pool(700)), finding(Severity.INFO, pool(5))));
        assertEquals(
                List.of(group("/a", "1"), group("/b", "2")),
                planned(
                        finding(Severity.WARNING, group("/a", "1")),
                        finding(Severity.INFO, group("/a", "3"), group("/b", "2"))));
    }

    @Test
    void newFlagsNeedNoRestartOfTheirOwn() {
        assertEquals(
                List.of(THP, FLAG), planned(finding(Severity.WARNING, THP, RESTART), finding(Severity.INFO, FLAG)));
    }

    @Test
    void idsCountFromOne() {
        Plan plan = Plan.of(List.of(finding(Severity.WARNING, RESTART, THP, pool(1))));
        assertEquals(
                List.of("a1", "a2", "a3"), plan.steps().stream().map(Step::id).toList());
    }

    @Test
    void aFindingRefersToItsOwnActions() {
        Outcome.Finding first = finding(Severity.CRITICAL, pool(700), RESTART);
        Outcome.Finding second = finding(Severity.WARNING, THP);
        Outcome.Finding third = finding(Severity.INFO, pool(5));
        Plan plan = Plan.of(List.of(first, second, third));
        assertEquals(List.of("a1", "a3"), plan.idsOf(first));
        assertEquals(List.of("a2"), plan.idsOf(second));
        assertEquals(List.of("a1"), plan.idsOf(third), "the place is the same, and so is the step");
        assertEquals(List.of(), plan.idsOf(finding(Severity.INFO)));
    }

    @Test
    void everyPlanIsFreeOfContradictionsAndEveryReferenceIsThere() {
        long seed = RandomFacts.seed(41);
        RandomFacts random = new RandomFacts(seed, 0.05);
        for (int draw = 0; draw < 3000; draw++) {
            Facts facts = random.facts();
            Advice advice = Advisor.advise(facts, facts.jvms().get(0));
            List<Step> steps = advice.plan().steps();
            String where = "seed " + seed + ", draw " + draw + ": " + steps;
            assertEquals(
                    IntStream.rangeClosed(1, steps.size())
                            .mapToObj(n -> "a" + n)
                            .toList(),
                    steps.stream().map(Step::id).toList(),
                    where);
            List<String> places = steps.stream().map(PlanTest::place).toList();
            assertEquals(places.size(), new HashSet<>(places).size(), where);
            List<String> ids = steps.stream().map(Step::id).toList();
            for (Outcome.Finding finding : advice.findings()) {
                assertTrue(ids.containsAll(advice.plan().idsOf(finding)), where);
            }
            int[] ranks = steps.stream().mapToInt(PlanTest::rank).toArray();
            int[] sorted = ranks.clone();
            Arrays.sort(sorted);
            assertEquals(Arrays.toString(sorted), Arrays.toString(ranks), where);
            boolean flags = steps.stream().anyMatch(step -> step.action() instanceof Action.JvmFlag);
            boolean restart = steps.stream().anyMatch(step -> step.action() instanceof Action.RestartJvm);
            assertTrue(!flags || !restart, where);
        }
    }

    private static String place(Step step) {
        if (step.action() instanceof Action.Sysctl sysctl) {
            return sysctl.key();
        }
        if (step.action() instanceof Action.KernelFile file) {
            return file.path().toString();
        }
        return step.action() instanceof Action.CgroupFile file
                ? file.file().toString()
                : step.action().toString();
    }

    private static int rank(Step step) {
        if (step.action() instanceof Action.RestartJvm) {
            return 2;
        }
        return step.action() instanceof Action.JvmFlag ? 1 : 0;
    }
}
