/** From the ratios of rounds to an interval and a verdict. Pure functions. */
package io.github.hpjvm.bench.stats;
