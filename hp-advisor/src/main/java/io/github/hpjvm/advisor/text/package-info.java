/**
 * What everybody here does with texts and lists, in a way that costs nothing when it is done for the first time: a
 * process that looks at one JVM ends after a tenth of a second.
 */
@NullMarked
package io.github.hpjvm.advisor.text;

import org.jspecify.annotations.NullMarked;
