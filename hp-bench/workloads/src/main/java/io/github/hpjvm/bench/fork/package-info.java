/**
 * Profilers that run inside the fork: they copy text of the kernel and the JVM to a file, and judge nothing. Compiled
 * with {@code --release 8}; imports the JDK and JMH only.
 */
package io.github.hpjvm.bench.fork;
