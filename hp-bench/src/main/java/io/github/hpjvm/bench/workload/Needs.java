package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A library that a workload runs on and that does not travel with us: who depends on hp-bench does not get it. Where it is
 * not on the class path the workload is not there to be measured.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Needs {
    /** What people call it: {@code H2}. */
    String library();

    /** A class by which it is recognised. */
    String type();
}
