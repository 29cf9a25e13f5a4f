/**
 * Figures that a workload reports in addition to JMH's score or instead of it: the interface between workloads and the
 * profilers of a fork. Compiled with {@code --release 8}.
 */
package io.github.hpjvm.bench.reading;
