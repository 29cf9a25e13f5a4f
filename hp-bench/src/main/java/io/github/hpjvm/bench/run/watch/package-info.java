/**
 * Observes a user's program from outside while it runs, with all its child processes: their resources, the JVMs among
 * them, and the pages that back their heaps. Ends only these processes.
 */
package io.github.hpjvm.bench.run.watch;
