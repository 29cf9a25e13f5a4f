package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;

/** All rules in the order of their ids. A new rule needs a class, a test, a page and a line here. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new LargePagesNotGranted(),
            new ThpNotGranted(),
            new ThpNotEnabled(),
            new CgroupBelowBill(),
            new ZgcWithoutShmemThp(),
            new IdlePool(),
            new PageFlagsCancel(),
            new ThpDisabledForProcess(),
            new PoolOfNode(),
            new SharedMemoryDenied(),
            new HiddenSysfs(),
            new ZgcOnShortPool(),
            new StacksOnThp(),
            new NativeMemoryOnThp(),
            new CompactionStalls(),
            new KhugepagedTooSlow(),
            new MemoryLimitBelowHeap(),
            new LimitIncludesPoolHeap(),
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
            new RemovedFlags(),
            new ThpDisabledOnHost());

    private static final List<Rule> OF_HEALTH_CHECK =
            ALL.stream().filter(Rule::isPartOfHealthCheck).toList();

    private Rules() {}

    public static List<Rule> all() {
        return ALL;
    }

    /** Evaluates all rules for one JVM, in the order of the list. They apply to HotSpot only. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        return Judgement.of(ALL, facts, jvm);
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
