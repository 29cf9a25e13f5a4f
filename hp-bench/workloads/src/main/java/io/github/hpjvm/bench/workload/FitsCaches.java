package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Cases whose data are loaded again soon after another fork has run: 100 KB are 1 600 cache lines. Their forks run at the
 * same time on one CPU, and the cost of a fork is still that of a program alone. Forks of other cases take turns, and each of
 * them runs alone: 1 MB cost 10 % more on a CPU that alternates every 4 ms (docs/METHOD.md).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface FitsCaches {
    /** The parameter that decides, a number; empty if all cases fit. */
    String by() default "";

    /** The largest value that fits: at most 100 KB of data, in at most 256 pages. */
    long upTo() default 0;
}
