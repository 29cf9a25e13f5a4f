/**
 * What was seen on a host and in a JVM, as immutable values. Nothing here does I/O, and nothing here advises: a fact
 * says what one source answered, or why it did not answer.
 */
package io.github.hpjvm.advisor.facts;
