/** Exceptions whose message is the one line that the user reads, and that decide the exit code. */
package io.github.hpjvm.bench.error;
