/** Reads the tables in which HotSpot describes itself, in the memory of a JVM. The JVM does not take part. */
package io.github.hpjvm.advisor.read.table;
