/**
 * Runs a plan: rounds of forks, each with a time limit and its evidence. The packages {@code run} start and end
 * processes.
 *
 * <p>{@link io.github.hpjvm.bench.run.Workloads} finds the cases, {@link io.github.hpjvm.bench.plan.CampaignPlan} orders their
 * forks, {@link io.github.hpjvm.bench.run.Campaign} runs them. Before each fork
 * {@link io.github.hpjvm.bench.run.HostSwitch} sets the host and {@link io.github.hpjvm.bench.run.MemoryPreparation}
 * prepares memory. Each fork becomes a {@link io.github.hpjvm.bench.plan.Run}.
 *
 * <p>A {@link io.github.hpjvm.bench.run.Maker} starts forks: {@link io.github.hpjvm.bench.run.JmhFork} those of
 * hp-bench's workloads, {@code run.jar} those of a JMH jar by the JMH inside it, {@code run.command} those of any
 * command. {@code run.watch} observes the latter two from outside. Rounds, statistics and reports do not depend on the
 * kind of maker.
 */
package io.github.hpjvm.bench.run;
