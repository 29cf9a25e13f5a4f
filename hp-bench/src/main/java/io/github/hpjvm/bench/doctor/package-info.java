/** Checks what can be measured on this host, and what is missing for the rest. */
package io.github.hpjvm.bench.doctor;
