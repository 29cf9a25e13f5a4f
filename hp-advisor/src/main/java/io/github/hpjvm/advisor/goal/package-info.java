/** The pages that a user requires, and whether a JVM has them or will get them. Pure. */
@NullMarked
package io.github.hpjvm.advisor.goal;

import org.jspecify.annotations.NullMarked;
