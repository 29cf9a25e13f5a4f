package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.List;

/**
 * Rules about the pages of the heap, which a health check evaluates repeatedly. They compare granted pages with
 * requested and available ones. {@link Rules} lists all rules.
 */
public final class HeapRules {
    private static final List<Rule> ALL = List.of(
            new LargePagesNotGranted(),
            new ThpNotGranted(),
            new ThpNotEnabled(),
            new ZgcWithoutShmemThp(),
            new PageFlagsCancel(),
            new ThpDisabledForProcess(),
            new ThpDisabledOnHost());

    private HeapRules() {}

    /** Evaluates the rules for one JVM. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        return Judgement.of(ALL, facts, jvm);
    }
}
