/**
 * A profiler for JMH, and arguments for {@code @Fork}. The package is API; it is compiled with {@code --release 8} and
 * imports the JDK and JMH only.
 */
package io.github.hpjvm.jmh;
