package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    private Rules() {}

    public static List<Rule> all() {
        return ALL;
    }

    /** What all rules say about one JVM, in the order of the list; they are about HotSpot, and apply to no other. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        List<Outcome> outcomes = new ArrayList<>();
        Set<Missing> missed = new LinkedHashSet<>();
        for (Rule rule : ALL) {
            Look look = new Look(facts, jvm, rule);
            outcomes.addAll(answer(rule, look));
            missed.addAll(look.missed());
        }
        return new Judgement(outcomes, List.copyOf(missed));
    }

    /** What one rule says. */
    static List<Outcome> judge(Rule rule, Facts facts, Jvm jvm) {
        return answer(rule, new Look(facts, jvm, rule));
    }

    private static List<Outcome> answer(Rule rule, Look look) {
        try {
            Optional<String> other = Asked.notHotSpot(look);
            return other.isPresent() ? look.notApplicable(other.get()) : rule.evaluate(look);
        } catch (MissingFactException e) {
            return look.unknown(e.missing());
        }
    }
}
