/**
 * Any command as a thing to be measured: which JVMs it starts, how flags reach them, one run of it, and the number that it
 * prints.
 */
package io.github.hpjvm.bench.run.command;
