package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A smaller heap for cases with little data. Each fork touches its whole heap before it measures, which takes most of
 * the start of a fork on base pages.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SmallHeap {
    /** The parameter that decides, a number. */
    String by();

    /** Up to this value the heap is small. */
    long upTo();

    /** Initial and maximum size of the heap in MiB. */
    int mebibytes();
}
