package io.github.hpjvm.advisor.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    private static final Action RESTART = new RestartJvm();
    private static final Action FLAG = new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of());
    private static final Action THP = new KernelFile(Path.of("/sys/enabled"), "madvise", "never", "");
    private static final Action POD = new PodResource("hugepages-2Mi", "1Gi");

    private static Action pool(long pages) {
        return new Sysctl("vm.nr_hugepages", String.valueOf(pages), "0", "");
    }

    private static Action group(String file, String value) {
        return new CgroupFile(file, value, "0");
    }

    private static Outcome.Finding finding(Severity severity, Action... actions) {
        return new Outcome.Finding("HP-999", "heap", severity, "s", "e.", "x", List.of(), List.of(actions));
    }

    private static List<Action> planned(Outcome.Finding... findings) {
        return Plan.of(List.of(findings)).steps().stream().map(Step::action).toList();
    }

    @Test
    void noFindingsGiveAnEmptyPlan() {
        assertEquals(List.of(), planned());
        assertEquals(List.of(), planned(finding(Severity.CRITICAL)));
    }

    @Test
    void hostPrecedesFlagsAndRestartIsLast() {
        assertEquals(
                List.of(pool(1), THP, group("/a", "1"), RESTART),
                planned(finding(Severity.WARNING, RESTART, pool(1), THP), finding(Severity.INFO, group("/a", "1"))));
        assertEquals(List.of(pool(1), POD), planned(finding(Severity.WARNING, RESTART, POD, pool(1))));
        assertEquals(List.of(THP, FLAG), planned(finding(Severity.WARNING, FLAG, THP)));
    }

    @Test
    void equalActionsAreOneStep() {
        assertEquals(
                List.of(THP, RESTART),
                planned(finding(Severity.WARNING, THP, RESTART), finding(Severity.INFO, THP, RESTART)));
    }

    @Test
    void worseFindingWinsContradictions() {
        assertEquals(
                List.of(pool(700)), planned(finding(Severity.CRITICAL, pool(700)), finding(Severity.INFO, pool(5))));
        assertEquals(
                List.of(group("/a", "1"), group("/b", "2")),
                planned(
                        finding(Severity.WARNING, group("/a", "1")),
                        finding(Severity.INFO, group("/a", "3"), group("/b", "2"))));
    }

    @Test
    void flagsIncludeTheRestart() {
        assertEquals(
                List.of(THP, FLAG), planned(finding(Severity.WARNING, THP, RESTART), finding(Severity.INFO, FLAG)));
    }

    private static JvmFlag flags(List<String> add, List<String> remove) {
        return new JvmFlag(add, remove);
    }

    private static JvmFlag merged(Action... ofFindings) {
        List<Action> planned = planned(Arrays.stream(ofFindings)
                .map(action -> finding(Severity.WARNING, action))
                .toArray(Outcome.Finding[]::new));
        assertEquals(1, planned.size(), planned.toString());
        return (JvmFlag) planned.get(0);
    }

    @Test
    void allFlagsAreOneAction() {
        assertEquals(
                flags(List.of("-XX:+AlwaysPreTouch", "-Xms4g"), List.of("-XX:-UseLargePages", "-Xms1g")),
                merged(
                        flags(List.of("-XX:+AlwaysPreTouch"), List.of("-XX:-UseLargePages")),
                        flags(List.of("-Xms4g", "-XX:+AlwaysPreTouch"), List.of("-XX:-UseLargePages", "-Xms1g"))));
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+AlwaysPreTouch, -XX:-AlwaysPreTouch",
        "-Xmx4g, -Xmx2g",
        "-Xmx4g, -XX:MaxHeapSize=2g",
        "-XX:ReservedCodeCacheSize=16m, -XX:ReservedCodeCacheSize=240m",
        "-XX:+UseLargePages, -XX:+UseTransparentHugePages",
        "-XX:+UseTransparentHugePages, -XX:+UseLargePages",
        "-XX:+UseTransparentHugePages, -XX:-UseLargePages",
        "-XX:+UseZGC, -XX:+UseSerialGC",
        "-XX:-UseZGC, -XX:+UseZGC"
    })
    void firstOfContradictingFlagsStays(String first, String second) {
        JvmFlag only = flags(List.of(first), List.of());
        assertEquals(only, merged(only, flags(List.of(second), List.of())));
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseLargePages, -XX:-UseTransparentHugePages",
        "-XX:-UseSerialGC, -XX:+UseZGC",
        "-Xms4g, -Xmx4g",
        "-Dx=a, -Dx.y=b"
    })
    void flagsOfDifferentSubjectsAreAllPlanned(String first, String second) {
        assertEquals(
                flags(List.of(first, second), List.of()),
                merged(flags(List.of(first), List.of()), flags(List.of(second), List.of())));
    }

    @Test
    void addedFlagIsNotRemovedAndViceVersa() {
        JvmFlag in = flags(List.of("-XX:+UseLargePages"), List.of());
        JvmFlag out = flags(List.of(), List.of("-XX:+UseLargePages"));
        assertEquals(in, merged(in, out));
        assertEquals(out, merged(out, in));
    }

    @Test
    void rebootFollowsHostAndJdkPrecedesFlags() {
        Action boot = new KernelArgument("hugepagesz=1G hugepages=4");
        Action jdk = new ChangeJdk(List.of("21.0.4"));
        Action variable = new Environment("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
        assertEquals(
                List.of(group("/a", "1"), THP, boot, jdk, variable, FLAG),
                planned(finding(Severity.WARNING, RESTART, variable, FLAG, jdk, group("/a", "1"), boot, THP)));
    }

    /** A process dies of its group's limit today; a pool that is too large can wait. */
    @Test
    void actionsOfTheWorstFindingComeFirst() {
        assertEquals(
                List.of(group("/a", "1"), pool(300)),
                planned(finding(Severity.CRITICAL, group("/a", "1")), finding(Severity.INFO, pool(300))));
    }

    @Test
    void oneTargetHasOneValueUnderEachName() {
        Action asFile = new KernelFile(Path.of("/proc/sys/vm/nr_hugepages"), "5", "0", "");
        assertEquals(
                List.of(pool(700)), planned(finding(Severity.CRITICAL, pool(700)), finding(Severity.INFO, asFile)));
        Action gib = new KernelArgument("hugepagesz=1G hugepages=4");
        Action mib = new KernelArgument("hugepagesz=2M hugepages=4");
        Action moreGib = new KernelArgument("hugepagesz=1G hugepages=8");
        Action never = new KernelArgument("transparent_hugepage=never");
        Action madvise = new KernelArgument("transparent_hugepage=madvise");
        assertEquals(List.of(gib, mib, madvise), planned(finding(Severity.WARNING, gib, mib, madvise, moreGib, never)));
        Action first = new Environment("A", "1");
        assertEquals(List.of(first), planned(finding(Severity.WARNING, first, new Environment("A", "2"))));
        Action java = new ChangeJdk(List.of("21"));
        assertEquals(List.of(java), planned(finding(Severity.WARNING, java, new ChangeJdk(List.of("17.0.9")))));
    }

    @Test
    void undoIsTheInversesInReverseOrder() {
        Plan plan = Plan.of(List.of(finding(
                Severity.WARNING,
                RESTART,
                flags(List.of("-XX:+A"), List.of("-XX:-B")),
                group("/a", "1"),
                pool(700),
                THP,
                new KernelArgument("x=y"))));
        assertEquals(
                List.of(
                        flags(List.of("-XX:-B"), List.of("-XX:+A")),
                        new KernelFile(Path.of("/sys/enabled"), "never", "madvise", ""),
                        new Sysctl("vm.nr_hugepages", "0", "700", ""),
                        new CgroupFile("/a", "0", "1")),
                plan.undo());
    }

    @Test
    void idsCountFromOne() {
        Plan plan = Plan.of(List.of(finding(Severity.WARNING, RESTART, THP, pool(1))));
        assertEquals(
                List.of("a1", "a2", "a3"), plan.steps().stream().map(Step::id).toList());
    }

    @Test
    void findingsReferToTheirActions() {
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
    void randomPlansHaveNoContradictionsAndAllReferences() {
        long seed = RandomFacts.seed(41);
        RandomFacts random = new RandomFacts(seed, 0.05);
        for (int draw = 0; draw < Draws.of(3000); draw++) {
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
            boolean flags = steps.stream().anyMatch(step -> step.action() instanceof JvmFlag);
            boolean restart = steps.stream().anyMatch(step -> step.action() instanceof RestartJvm);
            assertTrue(!flags || !restart, where);
        }
    }

    private static String place(Step step) {
        if (step.action() instanceof Sysctl sysctl) {
            return sysctl.key();
        }
        if (step.action() instanceof KernelFile file) {
            return file.path().toString();
        }
        return step.action() instanceof CgroupFile file
                ? file.file().toString()
                : step.action().toString();
    }

    private static int rank(Step step) {
        if (step.action() instanceof RestartJvm) {
            return 2;
        }
        return step.action() instanceof JvmFlag ? 1 : 0;
    }
}
