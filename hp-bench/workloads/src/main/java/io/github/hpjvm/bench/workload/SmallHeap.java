package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A smaller heap for cases with little data. Each fork touches its whole heap before it measures, which takes a third of
 * the start of a fork on base pages.
 *
 * <p>The young generation must hold all objects of a fork: a collection moves the objects of JMH and of the thread in a
 * random order, and some forks then cost up to 10 % more in all turns. docs/METHOD.md has the measurement.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SmallHeap {
    /** The parameter that decides, a number. */
    String by();

    /** Up to this value the heap is small. */
    long upTo();

    /** JVM arguments in place of {@code -Xms} and {@code -Xmx}. */
    String[] jvmArgs();
}
