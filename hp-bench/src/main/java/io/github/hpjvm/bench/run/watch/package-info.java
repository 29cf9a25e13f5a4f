/**
 * Watches a program of somebody else's from outside while it runs, with all that it starts: what it uses, which JVMs are
 * among it, what stands behind their heaps. Ends all of it, and nothing else.
 */
package io.github.hpjvm.bench.run.watch;
