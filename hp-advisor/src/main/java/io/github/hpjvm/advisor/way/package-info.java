/** The two ways to huge pages, transparent ones and those of a pool, side by side where a JVM is short of either. */
package io.github.hpjvm.advisor.way;
