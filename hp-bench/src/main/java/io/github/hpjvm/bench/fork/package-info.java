/**
 * What runs beside a benchmark inside the fork: it copies text that the kernel and the JVM offer to a file, and judges
 * nothing. Compiled with {@code --release 8}; imports the JDK and JMH only.
 */
package io.github.hpjvm.bench.fork;
