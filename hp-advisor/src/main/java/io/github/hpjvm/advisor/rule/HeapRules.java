package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.List;

/**
 * The rules that say whether the heap has the pages that it asked for, or could ask for: those that a service is judged
 * by again and again. All others are about how it was set up, and {@link Rules} has them.
 */
public final class HeapRules {
    private static final List<Rule> ALL = List.of(
            new LargePagesNotGranted(),
            new ThpNotGranted(),
            new ThpNotAskedFor(),
            new ZgcWithoutShmemThp(),
            new PageFlagsCancel(),
            new ThpDisabledForProcess(),
            new HostSetToNever());

    private HeapRules() {}

    /** What they say about one JVM. */
    public static Judgement judge(Facts facts, Jvm jvm) {
        return Judgement.of(ALL, facts, jvm);
    }
}
