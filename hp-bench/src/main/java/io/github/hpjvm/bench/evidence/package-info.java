/** Judges the copies of forks: whether the heap got the variant's pages, and if not, the reason and the remedy. */
package io.github.hpjvm.bench.evidence;
