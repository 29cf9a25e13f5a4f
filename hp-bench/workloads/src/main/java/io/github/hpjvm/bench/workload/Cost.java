package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The time that is the cost of an operation of a workload, fixed before any measurement. A workload
 * without this annotation costs the CPU time of its measuring threads.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Cost {
    Of value();

    /** Kinds of cost. */
    enum Of {
        /** User and system time of the measuring threads. It excludes the collector, the compiler and all waiting. */
        MEASURING_THREADS,
        /** User and system time of the process without its compiler threads. It includes the collector. */
        PROCESS,
        /** Elapsed time. It includes waiting, and everything else that runs on the CPU meanwhile. */
        WALL
    }
}
