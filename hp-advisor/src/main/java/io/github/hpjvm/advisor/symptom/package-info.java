/** Finds the page of a rule by a symptom: words, a message, or a log. Pure, but for the resources of the jar. */
@NullMarked
package io.github.hpjvm.advisor.symptom;

import org.jspecify.annotations.NullMarked;
