/**
 * The benchmarks. They run inside forks of JDK 8 and newer, so this package is compiled with {@code --release 8} and
 * imports {@code java.*} and JMH only.
 */
package io.github.hpjvm.bench.workload;
