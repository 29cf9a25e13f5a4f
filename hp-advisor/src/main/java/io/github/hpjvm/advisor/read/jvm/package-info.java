/** Combines all readable facts of one JVM. */
package io.github.hpjvm.advisor.read.jvm;
