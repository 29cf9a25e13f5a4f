package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The expected effect of huge pages on a workload, stated before any measurement, so that a result can contradict it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Expected {
    /** The reason for the gain or its absence, in one sentence. */
    String because();

    /** The parameter that decides, a number; empty if there is none, and then {@link #gainFrom} 0 means always. */
    String by() default "";

    /** Up to this value there is no gain: the control. */
    long noneUpTo() default -1;

    /** Tolerance for the control. */
    double within() default 0.01;

    /** From this value on there is a gain. Between the two there is no prediction. */
    long gainFrom() default Long.MAX_VALUE;

    /** Returns whether the gain may be too small to be detected. */
    boolean small() default false;
}
