/**
 * Facts of a host and of JVMs as immutable values. The package does no I/O and gives no advice. A fact is the result of one
 * source, or the reason why it is absent.
 */
package io.github.hpjvm.advisor.facts;
