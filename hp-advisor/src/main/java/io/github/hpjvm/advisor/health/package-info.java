/**
 * Health check of a service: whether huge pages back the heap of its JVM, since when, and the remedy if they do not.
 * The entry point is {@link io.github.hpjvm.advisor.health.HugePagesHealth}. This package does not access the machine.
 * {@code advisor.read} reads all facts.
 */
@NullMarked
package io.github.hpjvm.advisor.health;

import org.jspecify.annotations.NullMarked;
