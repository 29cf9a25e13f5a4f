/** Statistics: ratios of rounds, intervals, verdicts. Pure functions. */
package io.github.hpjvm.bench.stats;
