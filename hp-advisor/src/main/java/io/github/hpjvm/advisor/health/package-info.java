/**
 * The health check of a service: whether the heap of the JVM that we run in is on huge pages, since when, and what to do
 * if not. {@link io.github.hpjvm.advisor.health.HugePagesHealth} is the way in. Nothing here touches the machine: what
 * is read comes from {@code advisor.read}.
 */
@NullMarked
package io.github.hpjvm.advisor.health;

import org.jspecify.annotations.NullMarked;
