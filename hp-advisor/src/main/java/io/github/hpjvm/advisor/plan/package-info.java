/**
 * Makes one ordered plan without repetition from findings, and tries it in the page model. Where a JVM is short of huge
 * pages, the two ways to them, transparent ones and those of a pool, stand side by side.
 */
package io.github.hpjvm.advisor.plan;
