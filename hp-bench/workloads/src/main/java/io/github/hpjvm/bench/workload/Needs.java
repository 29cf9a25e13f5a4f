package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A library that a workload needs and that users of hp-bench do not get. Without it on the class path the workload
 * cannot be measured.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Needs {
    /** Its name in messages: {@code H2}. */
    String library();

    /** A class that shows its presence. */
    String type();
}
