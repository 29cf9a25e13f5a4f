/**
 * Page regimes: what a JVM is started with, what the host is set to meanwhile, and what must be seen for the run to count.
 *
 * <p>A new one is a small class that implements {@link io.github.hpjvm.bench.variant.Variant} and a line in
 * {@link io.github.hpjvm.bench.variant.Variants}. It says what it needs and does nothing: {@code bench.run} sets the host
 * and starts the fork, {@code bench.evidence} judges what was seen.
 */
package io.github.hpjvm.bench.variant;
