package io.github.hpjvm.bench.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A benchmark that is measured only when it is asked for by name: it tells of the method, or of the host, and takes time. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnRequest {
    /** Whether the profile {@code full} asks for it too. */
    boolean alsoInFull() default false;

    /** Whether it is among those that a user is told of; what tells of the method alone is not. */
    boolean listed() default true;
}
