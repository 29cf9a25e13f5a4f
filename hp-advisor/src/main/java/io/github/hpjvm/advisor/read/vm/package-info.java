/** Reads the output of a VM: arguments, flags, performance data, {@code VM.info}, crash logs. */
package io.github.hpjvm.advisor.read.vm;
