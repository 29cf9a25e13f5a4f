package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;

/** The list of rules, in the order of their ids. Adding one is its class, its test, and a line here. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new LargePagesNotGranted(),
            new ThpNotGranted(),
            new ThpNotAskedFor(),
            new CgroupBelowBill(),
            new ZgcWithoutShmemThp(),
            new IdlePool(),
            new PageFlagsCancel(),
            new ThpDisabledForProcess(),
            new PoolOfNode(),
            new SharedMemoryDenied(),
            new ZgcOnShortPool(),
            new StacksOnThp(),
            new NativeMemoryOnThp(),
            new CompactionStalls(),
            new KhugepagedTooSlow(),
            new MemoryLimitBelowHeap(),
            new LimitCountsAHeapThatMoved(),
            new ForkOnThp(),
            new PoolForCodeOnly(),
            new PoolHeldByOthers(),
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
            new FlagsOfThePast(),
            new HostSetToNever());

    private static final List<Rule> OF_HEALTH_CHECK =
            ALL.stream().filter(Rule::isPartOfHealthCheck).toList();

    private Rules() {}

    public static List<Rule> all() {
        return ALL;
    }

    /** What all rules say about one JVM, in the order of the list; they are about HotSpot, and apply to no other. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        return Judgement.of(ALL, facts, jvm);
    }

    /** The outcomes of the rules that the health check of a service evaluates. */
    public static Judgement judgeHealth(Facts facts, Jvm jvm) {
        return Judgement.of(OF_HEALTH_CHECK, facts, jvm);
    }

    /** What one rule says. */
    static List<Outcome> judge(Rule rule, Facts facts, Jvm jvm) {
        return Judgement.of(List.of(rule), facts, jvm).outcomes();
    }
}
