/**
 * Changes host state for a benchmark of huge pages and puts it back, whatever happens.
 *
 * <p>One campaign owns a host: it takes the {@link io.github.hpjvm.bench.host.HostLock}, lets
 * {@link io.github.hpjvm.bench.host.Provisioner#restore()} repair what a killed campaign left, works out the changes
 * with {@link io.github.hpjvm.bench.host.PoolPlan} and {@link io.github.hpjvm.bench.host.ThpPlan}, applies them with
 * {@link io.github.hpjvm.bench.host.Provisioner#apply(java.util.List)} and ends with
 * {@link io.github.hpjvm.bench.host.Provisioner#shutDown()}, from a shutdown hook too. What is to be put back stands in
 * the {@link io.github.hpjvm.bench.host.UndoFile} before anything is changed.
 *
 * <p>Nothing here prints, exits, or changes anything unless one of these calls asks for it. Linux only.
 */
package io.github.hpjvm.bench.host;
