/**
 * Runs a plan: rounds of JMH forks, their order shuffled, each with a time limit and its evidence. The package that
 * starts and ends processes.
 *
 * <p>{@link io.github.hpjvm.bench.run.Workloads} finds the cases, {@link io.github.hpjvm.bench.run.Plan} puts their forks
 * into an order, {@link io.github.hpjvm.bench.run.Campaign} makes them. For each fork the host is set
 * ({@link io.github.hpjvm.bench.run.HostSwitch}), memory is prepared
 * ({@link io.github.hpjvm.bench.run.MemoryPreparation}), and then one fork of JMH is made, which comes back as a
 * {@link io.github.hpjvm.bench.run.Run}.
 */
package io.github.hpjvm.bench.run;
