package io.github.hpjvm.bench.reading;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The reading that is the score of a workload, if the time of a call is not the quantity of interest: a start, a
 * latency at a given rate. Lower is better.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ScoredBy {
    /** The name of the reading in {@link Readings}. */
    String value();
}
