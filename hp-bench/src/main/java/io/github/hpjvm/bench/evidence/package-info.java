/** Judges what a fork copied: did the heap get the pages that its variant asked for, and if not, why and what to do. */
package io.github.hpjvm.bench.evidence;
