/**
 * Changes host state for a benchmark of huge pages and restores it in all cases.
 *
 * <p>One campaign owns a host: it takes the {@link io.github.hpjvm.bench.host.HostLock}, lets
 * {@link io.github.hpjvm.bench.host.Provisioner#restore()} restore the changes of a killed campaign, computes its own
 * changes with {@link io.github.hpjvm.bench.host.PoolPlan} and {@link io.github.hpjvm.bench.host.ThpPlan}, applies them
 * with {@link io.github.hpjvm.bench.host.Provisioner#apply(java.util.List)} and ends with
 * {@link io.github.hpjvm.bench.host.Provisioner#shutDown()}, from a shutdown hook too. The
 * {@link io.github.hpjvm.bench.host.UndoFile} holds the values to restore before anything is changed.
 *
 * <p>This package neither prints nor exits, and changes the host only in these calls. Linux only.
 */
package io.github.hpjvm.bench.host;
