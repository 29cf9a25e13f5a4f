package io.github.hpjvm.bench.reading;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The reading that is the score of a workload, where the time of a call is not what it is about: a start, a latency at a
 * given rate. Lower is better.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ScoredBy {
    /** The name under which the workload puts it into {@link Readings}. */
    String value();
}
