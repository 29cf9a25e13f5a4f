/**
 * Page configurations: JVM arguments, host settings, and the condition for a run to count.
 *
 * <p>A new variant is a small class that implements {@link io.github.hpjvm.bench.variant.Variant} and a line in
 * {@link io.github.hpjvm.bench.variant.Variants}. It declares its needs and changes nothing: {@code bench.run} sets the
 * host and starts the fork, {@code bench.evidence} judges its pages.
 */
package io.github.hpjvm.bench.variant;
