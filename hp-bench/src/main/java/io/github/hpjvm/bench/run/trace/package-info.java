/** Runs a tracer for a while, and reads its events and the counters of the kernel. */
package io.github.hpjvm.bench.run.trace;
