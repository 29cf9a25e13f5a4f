/** Measures a user's JMH jar: lists its benchmarks, and runs one fork at a time by the JMH inside the jar. */
package io.github.hpjvm.bench.run.jar;
