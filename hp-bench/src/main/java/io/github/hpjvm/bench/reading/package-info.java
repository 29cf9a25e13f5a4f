/**
 * What a workload says of a run beside, or in place of, JMH's score: the one thing that workloads and what watches them
 * have in common. Compiled with {@code --release 8}.
 */
package io.github.hpjvm.bench.reading;
