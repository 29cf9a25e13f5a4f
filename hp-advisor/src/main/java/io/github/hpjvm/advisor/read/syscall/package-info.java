/** Access to the C library, as a fact. */
package io.github.hpjvm.advisor.read.syscall;
