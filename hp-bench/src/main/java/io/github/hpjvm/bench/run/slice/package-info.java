/** Forks of a round that are alive at the same time and take turns. */
package io.github.hpjvm.bench.run.slice;
