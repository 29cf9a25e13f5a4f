/**
 * Runs a plan: rounds of JMH forks, their order shuffled, each with a time limit and its evidence. The package that
 * starts and ends processes.
 *
 * <p>{@link io.github.hpjvm.bench.run.Workloads} finds the cases, {@link io.github.hpjvm.bench.run.Plan} puts their forks
 * into an order, {@link io.github.hpjvm.bench.run.Campaign} makes them. For each fork the host is set
 * ({@link io.github.hpjvm.bench.run.HostSwitch}), memory is prepared
 * ({@link io.github.hpjvm.bench.run.MemoryPreparation}), and then one run is made, which comes back as a
 * {@link io.github.hpjvm.bench.run.Run}.
 *
 * <p>What makes one run is a {@link io.github.hpjvm.bench.run.Maker}: {@link io.github.hpjvm.bench.run.JmhFork} forks a
 * workload of ours, {@code run.jar} a benchmark by the JMH that is in somebody's jar, {@code run.command} runs any command.
 * The latter two are watched from outside by {@code run.watch}. All else - rounds, host, gate, statistics, reports - does
 * not know which of them it was.
 */
package io.github.hpjvm.bench.run;
