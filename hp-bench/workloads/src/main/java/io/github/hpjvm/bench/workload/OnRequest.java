package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a benchmark that is measured only by name: it tests the method or the host, and takes time. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnRequest {
    /** Returns whether the profile {@code full} measures it too. */
    boolean alsoInFull() default false;

    /** Returns whether messages list it; tests of the method are not listed. */
    boolean listed() default true;
}
