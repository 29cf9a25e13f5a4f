/** Reads what a VM says of itself: arguments, flags, performance data, {@code VM.info}, crash logs. */
package io.github.hpjvm.advisor.read.vm;
