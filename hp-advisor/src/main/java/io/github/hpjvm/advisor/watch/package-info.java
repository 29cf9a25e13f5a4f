/** Judges readings of a JVM over time: changes of coverage, their causes, and the result of the whole time. Pure. */
package io.github.hpjvm.advisor.watch;
