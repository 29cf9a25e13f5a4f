package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What huge pages are expected to do to a workload, said before it is measured, so that a result can contradict it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Expected {
    /** Why it gains, or does not: one sentence. */
    String because();

    /** The parameter that decides, a number; empty if there is none, and then {@link #gainFrom} 0 means always. */
    String by() default "";

    /** Up to this value nothing is gained: the control. */
    long noneUpTo() default -1;

    /** By so much it may differ there all the same. */
    double within() default 0.01;

    /** From this value on something is. Between the two nothing is foretold. */
    long gainFrom() default Long.MAX_VALUE;

    /** Whether the gain may be too small to be seen. */
    boolean small() default false;
}
