/** Lets forks of a round that are alive at the same time take turns. */
package io.github.hpjvm.bench.run.slice;
