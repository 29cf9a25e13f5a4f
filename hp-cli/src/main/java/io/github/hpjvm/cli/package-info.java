/** The entry point of {@code hp-cli} and the list of its commands. The commands are in the packages below. */
package io.github.hpjvm.cli;
