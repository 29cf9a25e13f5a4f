/**
 * Measures any command: finds the JVMs that it starts, passes flags to them, runs it, and reads the number that it
 * prints.
 */
package io.github.hpjvm.bench.run.command;
