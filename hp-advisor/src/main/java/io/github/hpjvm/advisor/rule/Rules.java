package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.JudgedJvm;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All rules in the order of their ids. A new rule needs a class, a test, a page and a line here. */
public final class Rules {
    private static final Rule LARGE_PAGES_NOT_GRANTED = new LargePagesNotGranted();
    private static final Rule THP_NOT_GRANTED = new ThpNotGranted();
    private static final Rule THP_NOT_ENABLED = new ThpNotEnabled();
    private static final Rule MEMORY_LIMIT_BELOW_HEAP = new MemoryLimitBelowHeap();

    private static final List<Rule> ALL = List.of(
            LARGE_PAGES_NOT_GRANTED,
            THP_NOT_GRANTED,
            THP_NOT_ENABLED,
            new CgroupBelowBill(),
            new ZgcWithoutShmemThp(),
            new IdlePool(),
            new PageFlagsCancel(),
            new ThpDisabledForProcess(),
            new PoolOfNode(),
            new SharedMemoryDenied(),
            new HiddenSysfs(),
            new HeapSplitByShrinker(),
            new ZgcOnShortPool(),
            new StacksOnThp(),
            new NativeMemoryOnThp(),
            new CompactionStalls(),
            new KhugepagedTooSlow(),
            MEMORY_LIMIT_BELOW_HEAP,
            new LimitIncludesPoolHeap(),
            new ForkOnThp(),
            new PoolForCodeOnly(),
            new PoolHeldByOthers(),
            new PoolShortBesideHeap(),
            new ShenandoahGrowth(),
            new SerialPretouch(),
            new PretouchMissing(),
            new UnequalHeap(),
            new SmallCodeCache(),
            new TextOnBasePages(),
            new MallocOnThePool(),
            new DirectBuffersOnBasePages(),
            new GiganticPages(),
            new ThpOf512MiB(),
            new SmallerThpSizes(),
            new KnownBug(),
            new RemovedFlags(),
            new ThpDisabledOnHost(),
            new CauseOfDeath());

    private static final List<Rule> OF_HEALTH_CHECK =
            ALL.stream().filter(rule -> rule.declaration().ofHealthCheck()).toList();

    private static final List<Rule> THAT_WARN =
            ALL.stream().filter(rule -> rule.declaration().mayWarn()).toList();

    private static final Map<String, Rule> BY_ID =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Rule::id, Function.identity()));

    private Rules() {}

    public static List<Rule> all() {
        return ALL;
    }

    /** The rule with that id, such as the one of a finding; empty if there is none. */
    public static Optional<Rule> of(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /** The rule that judges whether the heap of a JVM that requests these pages has them, or could have huge pages. */
    public static Rule ofHeap(Requested requested) {
        return switch (requested) {
            case HUGETLB -> LARGE_PAGES_NOT_GRANTED;
            case THP -> THP_NOT_GRANTED;
            case NONE, UNKNOWN -> THP_NOT_ENABLED;
        };
    }

    /** Evaluates all rules for one JVM, in the order of the list. They apply to HotSpot only. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        return Judgement.of(ALL, facts, jvm);
    }

    /**
     * The findings of WARNING or worse for one JVM, in the order of the list; evaluated one by one. A limit below the heap and the
     * other memory counts as well: no plan may bring a JVM nearer to its limit.
     */
    public static Stream<Outcome.Finding> warnings(JudgedJvm judged) {
        return warnings(THAT_WARN, judged);
    }

    /** The findings of one rule that {@link #warnings(JudgedJvm)} returns. */
    public static List<Outcome.Finding> warnings(String rule, JudgedJvm judged) {
        return warnings(of(rule).stream().toList(), judged).toList();
    }

    private static Stream<Outcome.Finding> warnings(List<Rule> rules, JudgedJvm judged) {
        return Judgement.findings(rules, judged)
                .filter(finding -> finding.severity().compareTo(Severity.WARNING) >= 0
                        || finding.rule().equals(MEMORY_LIMIT_BELOW_HEAP.id()));
    }

    /** The findings of all rules for one JVM, in the order of the list. */
    public static List<Outcome.Finding> findings(JudgedJvm judged) {
        return Judgement.findings(ALL, judged).toList();
    }

    /** The rules that the health check of a service uses. */
    public static List<Rule> ofHealthCheck() {
        return OF_HEALTH_CHECK;
    }

    /** Evaluates the rules that the health check of a service uses. */
    public static Judgement judgeHealth(Facts facts, Jvm jvm) {
        return Judgement.of(OF_HEALTH_CHECK, facts, jvm);
    }

    /** Evaluates one rule. */
    static List<Outcome> judge(Rule rule, Facts facts, Jvm jvm) {
        return Judgement.of(List.of(rule), facts, jvm).outcomes();
    }
}
