package io.github.hpjvm.advisor.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.JudgedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
    /** A fact within the control groups. Random facts give it the source of the host's fact. */
    private static final String OF_GROUPS = "memory limits";

    private static final int DRAWS = Draws.of(3000);

    private static final Set<String> SUBJECTS =
            Set.of("heap", "code", "native", "stacks", "text", "jvm", "pool", "host");

    /** Facts without which a rule can still pass, because it then assumes the worst case: no held pages. */
    private static final Set<String> DISPENSABLE = Set.of("status", "flags");

    @Test
    void idsAreWellFormedAndAscending() {
        List<String> ids = Rules.all().stream().map(Rule::id).toList();
        assertEquals(ids.stream().sorted().distinct().toList(), ids);
        ids.forEach(id -> assertTrue(id.matches("HP-\\d{3}"), id));
    }

    @Test
    void theFirstDigitOfAnIdIsItsFamily() {
        Set<Family> families = EnumSet.noneOf(Family.class);
        for (Rule rule : Rules.all()) {
            Family family = rule.declaration().family();
            assertTrue(rule.id().startsWith("HP-" + (family.ordinal() + 1)), rule.id());
            families.add(family);
        }
        assertEquals(EnumSet.allOf(Family.class), families);
    }

    @Test
    void rulesAreFoundByTheirIds() {
        Rules.all().forEach(rule -> assertEquals(Optional.of(rule), Rules.of(rule.id())));
        for (String id : List.of("HP-999", "HP-001", "HP-", "", "XY-101")) {
            assertEquals(Optional.empty(), Rules.of(id), id);
        }
    }

    /** Without memory, {@code hp-cli fleet} would count a finding of such a rule as one that gains nothing. */
    @Test
    void rulesAboutHugePagesDeclareTheMemory() {
        for (Rule rule : Rules.all()) {
            Affected affected = rule.declaration().affected();
            assertFalse(rule.declaration().family() == Family.HUGE_PAGES && affected == Affected.NONE, rule.id());
            assertFalse(affected == Affected.IDLE_POOL && !rule.subject().equals("pool"), rule.id());
        }
    }

    @Test
    void aRuleJudgesTheHeapForEachRequest() {
        Map<Requested, String> ids = new EnumMap<>(Requested.class);
        for (Requested requested : Requested.values()) {
            assertTrue(Rules.ofHeap(requested).declaration().ofHealthCheck());
            ids.put(requested, Rules.ofHeap(requested).id());
        }
        assertEquals(
                Map.of(
                        Requested.HUGETLB, "HP-101",
                        Requested.THP, "HP-102",
                        Requested.NONE, "HP-103",
                        Requested.UNKNOWN, "HP-103"),
                ids);
    }

    @Test
    void theHealthCheckEvaluatesTheRulesAboutPagesOfTheHeap() {
        Jvm jvm = JvmSamples.vanished();
        assertEquals(
                List.of(
                        "HP-101", "HP-102", "HP-103", "HP-105", "HP-107", "HP-108", "HP-109", "HP-110", "HP-111",
                        "HP-401", "HP-801"),
                Rules.judgeHealth(FactsSamples.facts(FactsSamples.host(), jvm), jvm).outcomes().stream()
                        .map(Outcome::rule)
                        .toList());
    }

    /** Such a rule reports what the other one leaves to it. Without it, the health check would have no finding. */
    @Test
    void rulesThatARuleOfTheHealthCheckAsksAreInTheHealthCheck() {
        Map<String, Rule> rules = Rules.all().stream()
                .collect(Collectors.toMap(rule -> rule.getClass().getName(), rule -> rule));
        JavaClasses there = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(Rule.class.getPackageName());
        int asked = 0;
        for (Rule rule : Rules.ofHealthCheck()) {
            for (Dependency dependency : there.get(rule.getClass()).getTransitiveDependenciesFromSelf()) {
                Rule other = rules.get(dependency.getTargetClass().getName());
                if (other != null && other != rule) {
                    assertTrue(other.declaration().ofHealthCheck(), () -> rule.id() + " asks " + other.id());
                    asked++;
                }
            }
        }
        assertTrue(asked > 5, "rules asked: " + asked);
    }

    @Test
    void everyRuleOfThePackageIsListed() {
        Set<String> listed =
                Rules.all().stream().map(rule -> rule.getClass().getName()).collect(Collectors.toSet());
        Set<String> there = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.github.hpjvm.advisor")
                        .stream()
                        .filter(type -> type.isAssignableTo(Rule.class) && !type.isInterface())
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        assertEquals(there, listed);
    }

    @Test
    void rulesHaveTitleSubjectAndTest() throws ClassNotFoundException {
        for (Rule rule : Rules.all()) {
            assertFalse(rule.title().isEmpty() || rule.title().endsWith("."), rule.id());
            assertTrue(SUBJECTS.contains(rule.subject()), rule.id());
            assertEquals(
                    rule.getClass().getSimpleName() + "Test",
                    Class.forName(rule.getClass().getName() + "Test").getSimpleName());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = VmKind.class,
            names = {"HOTSPOT"},
            mode = EnumSource.Mode.EXCLUDE)
    void rulesApplyToHotSpotOnly(VmKind vm) {
        Jvm jvm = JvmSamples.other(vm);
        for (Outcome outcome : Rules.judge(FactsSamples.facts(FactsSamples.pool(500, 500, 0), jvm), jvm)
                .outcomes()) {
            Outcome.NotApplicable none = assertInstanceOf(Outcome.NotApplicable.class, outcome);
            vm.hugePageOptions().forEach(option -> assertTrue(none.reason().contains(option), none.reason()));
        }
    }

    @Test
    void allOutcomesOfAVanishedProcessAreUnknown() {
        Jvm jvm = JvmSamples.vanished();
        for (Outcome outcome :
                Rules.judge(FactsSamples.facts(FactsSamples.host(), jvm), jvm).outcomes()) {
            assertInstanceOf(Outcome.Unknown.class, outcome);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void aHealthyJvmOnTransparentHugePagesHasNoWarning(int release) {
        Jvm jvm = JvmSamples.heap(
                JvmSamples.g1(release, "-XX:+UseTransparentHugePages"),
                JvmSamples.partly(PageKind.THP, Bytes.ofMiB(1022), Bytes.ofMiB(2)));
        assertHealthy(FactsSamples.khugepaged(FactsSamples.host()), jvm);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void aHealthyJvmOnAPoolHasNoWarning(int release) {
        Jvm jvm = JvmSamples.heap(
                FactsSamples.with(
                        JvmSamples.g1(release, "-XX:+UseLargePages"), "status", JvmSamples.status("1310720 kB")),
                JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        for (long slack : List.of(0, 20, 127, 200)) {
            assertHealthy(FactsSamples.pool(660 + slack, slack, 0), jvm);
        }
        assertHealthy(
                FactsSamples.pool(680, 20, 0), JvmSamples.limited(jvm, false, JvmSamples.limit("/a", 1400, 1280)));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void aHealthyZgcHasNoWarning(int release) {
        Collector gc = release == 25 ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
        Jvm jvm = JvmSamples.heap(
                JvmSamples.jvm(release, gc, Bytes.ofGiB(1), "-XX:+UseTransparentHugePages"),
                JvmSamples.on(PageKind.THP, Bytes.ofGiB(1)));
        assertHealthy(FactsSamples.host(), jvm);
    }

    private static void assertHealthy(Host host, Jvm jvm) {
        Advice advice = Advisor.advise(FactsSamples.facts(host, jvm), jvm);
        assertTrue(
                advice.worst().filter(worst -> worst != Severity.INFO).isEmpty(),
                () -> advice.findings().toString());
        assertTrue(advice.outcomes().stream().noneMatch(Outcome.Unknown.class::isInstance), advice.toString());
        assertTrue(advice.outcomes().stream().anyMatch(Outcome.Pass.class::isInstance), advice.toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.15, 0.5, 1})
    void rulesGiveAnOutcomeForAnyFacts(double absent) {
        long seed = RandomFacts.seed(20261120);
        RandomFacts random = new RandomFacts(seed, absent);
        for (int draw = 0; draw < DRAWS; draw++) {
            Facts facts = random.facts();
            String start = "seed " + seed + ", absent " + absent + ", draw " + draw + ": ";
            Supplier<String> where = () -> start + facts;
            List<Outcome> outcomes = answers(facts, where);
            assertEquals(
                    Rules.all().stream().map(Rule::id).toList(),
                    outcomes.stream().map(Outcome::rule).distinct().toList(),
                    where);
            for (Outcome outcome : outcomes) {
                assertTrue(outcome.evidence().stream().allMatch(RulesTest::isShort), where);
                assertTrue(absent < 1 || outcome instanceof Outcome.Unknown, () -> outcome.rule() + where.get());
            }
            assertWarnings(facts, outcomes, where);
        }
    }

    /** Plans are tried with the rules that may warn, and without evidence: their findings must be those of all rules. */
    private static void assertWarnings(Facts facts, List<Outcome> outcomes, Supplier<String> where) {
        List<String> all = outcomes.stream()
                .filter(Outcome.Finding.class::isInstance)
                .map(Outcome.Finding.class::cast)
                .filter(finding ->
                        finding.severity() != Severity.INFO || finding.rule().equals("HP-206"))
                .map(RulesTest::words)
                .toList();
        List<String> warnings = Rules.warnings(
                        JudgedJvm.withoutEvidence(facts, facts.jvms().get(0)))
                .map(RulesTest::words)
                .toList();
        assertEquals(all, warnings, where);
    }

    private static String words(Outcome.Finding finding) {
        return finding.rule() + " " + finding.subject() + " " + finding.severity() + " " + finding.summary() + " "
                + finding.actions();
    }

    private static List<Outcome> answers(Facts facts, Supplier<String> where) {
        try {
            return Rules.judge(facts, facts.jvms().get(0)).outcomes();
        } catch (RuntimeException e) {
            return fail(where.get(), e);
        }
    }

    /** Whether the value fits into a column of a report. */
    private static boolean isShort(Evidence evidence) {
        return evidence.value().length() <= 300 && !evidence.value().contains("\0");
    }

    /**
     * Takes each fact away from facts that made a rule pass: if it was among the evidence, the rule must not pass, unless another
     * fact, which it did not need before, is its evidence now.
     */
    @Test
    void aRuleDoesNotPassWithoutItsEvidence() {
        long seed = RandomFacts.seed(7);
        RandomFacts random = new RandomFacts(seed, 0);
        int passes = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            Facts facts = random.facts();
            Jvm jvm = facts.jvms().get(0);
            for (Outcome pass : Rules.judge(facts, jvm).outcomes()) {
                if (pass instanceof Outcome.Pass) {
                    passes++;
                    missing(facts, pass, "seed " + seed + ", draw " + draw);
                }
            }
        }
        assertTrue(passes > 100, passes + " passes");
    }

    private static void missing(Facts facts, Outcome pass, String where) {
        Jvm jvm = facts.jvms().get(0);
        List<String> ofHost = new ArrayList<>(factsOf(Host.class));
        ofHost.removeAll(factsOf(Jvm.class));
        for (String name : ofHost) {
            if (restsOn(pass, name)) {
                Host host = FactsSamples.with(facts.host(), name, FactsSamples.denied("/" + name));
                check(host, jvm, name, pass, where);
            }
        }
        for (String name : factsOf(Jvm.class)) {
            if (restsOn(pass, name)) {
                check(facts.host(), FactsSamples.with(jvm, name, FactsSamples.denied("/" + name)), name, pass, where);
            }
        }
        if (restsOn(pass, "backing")) {
            List<Region> blind = jvm.regions().stream()
                    .map(region -> FactsSamples.with(region, "backing", FactsSamples.denied("/backing")))
                    .toList();
            check(facts.host(), FactsSamples.with(jvm, "regions", blind), "backing", pass, where);
        }
    }

    private static boolean restsOn(Outcome pass, String name) {
        return !DISPENSABLE.contains(name)
                && pass.evidence().stream()
                        .filter(e -> !e.fact().equals(OF_GROUPS))
                        .anyMatch(e -> e.source().equals("/" + name));
    }

    private static void check(Host host, Jvm jvm, String name, Outcome pass, String where) {
        Rule rule = Rules.of(pass.rule()).orElseThrow();
        Set<String> before = sources(pass);
        boolean still = Rules.judge(rule, FactsSamples.facts(host, jvm), jvm).stream()
                .filter(Outcome.Pass.class::isInstance)
                .anyMatch(now -> before.containsAll(sources(now)));
        assertFalse(still, () -> where + ": " + pass.rule() + " passes without " + name + ": " + host + " " + jvm);
    }

    private static Set<String> sources(Outcome outcome) {
        return outcome.evidence().stream().map(Evidence::source).collect(Collectors.toSet());
    }

    private static List<String> factsOf(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .filter(component -> component.getType() == Fact.class)
                .map(RecordComponent::getName)
                .toList();
    }
}
