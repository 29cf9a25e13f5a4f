/** Starts the JVMs of {@code hp-cli jdk verify}, and reads their pages. */
package io.github.hpjvm.bench.run.jdk;
