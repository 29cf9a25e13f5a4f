/** Differences between the results of two campaigns. */
package io.github.hpjvm.bench.report.compare;
