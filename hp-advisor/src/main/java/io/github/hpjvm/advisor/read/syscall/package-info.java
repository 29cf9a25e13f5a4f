/** Calls the C library if Java has no method of its own: by {@code java.lang.foreign}, or by JNA. */
package io.github.hpjvm.advisor.read.syscall;
