/**
 * Runs a plan: rounds of JMH forks, their order shuffled, each with a time limit and its evidence. The package that
 * starts and ends processes.
 */
package io.github.hpjvm.bench.run;
