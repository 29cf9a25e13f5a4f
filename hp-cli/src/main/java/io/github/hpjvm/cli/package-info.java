/** The commands of {@code hp-cli}, one class each. Only this package prints to a terminal. */
package io.github.hpjvm.cli;
