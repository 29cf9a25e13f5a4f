package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Cases whose data are loaded again within microseconds after another fork has run. Their forks run at the same time on
 * one CPU, and the cost of a fork is still that of a program alone. Forks of other cases take turns, and each of them runs
 * alone: after 4 ms of another fork, 1 MB takes a fifth of the next 4 ms to load.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface FitsCaches {
    /** The parameter that decides, a number; empty if all cases fit. */
    String by() default "";

    /** The largest value that fits: about 100 KB of data, in 256 pages at most. */
    long upTo() default 0;
}
