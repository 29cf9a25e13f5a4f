/**
 * Common operations on texts and lists that are cheap at their first use: a process that reads one JVM ends after a
 * tenth of a second.
 */
@NullMarked
package io.github.hpjvm.os.text;

import org.jspecify.annotations.NullMarked;
