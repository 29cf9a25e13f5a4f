/** Counts events of running processes by {@code perf stat}. */
package io.github.hpjvm.bench.run.perf;
