/**
 * Advice on one JVM, computed from facts: outcomes of the rules, expected pages, and a plan. Pure: no class here prints,
 * reads the machine or ends a JVM.
 */
package io.github.hpjvm.advisor.advice;
