/** Exceptions that decide the exit code and whose message is the one line that the user reads. */
package io.github.hpjvm.console.error;
