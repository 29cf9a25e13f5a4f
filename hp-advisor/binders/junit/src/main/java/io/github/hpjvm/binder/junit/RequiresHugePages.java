package io.github.hpjvm.binder.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test, or a class of tests with its nested classes, that needs huge pages behind the heap of its JVM. Without them the test is skipped, or fails;
 * the message has the reason and what to change.
 *
 * <p>The configuration parameter {@code hp-jvm.requires-huge-pages=fail} of JUnit makes all such tests fail, for a build
 * server that must have the pages.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(HugePagesCondition.class)
public @interface RequiresHugePages {

    /** The accepted pages. */
    Pages value() default Pages.ANY;

    /** Whether a test without them fails. By default it is skipped. */
    boolean orFail() default false;

    /** Kinds of huge pages. */
    enum Pages {
        /** Transparent huge pages. */
        THP,
        /** Pages of a hugetlb pool. */
        HUGETLB,
        /** Either. */
        ANY
    }
}
