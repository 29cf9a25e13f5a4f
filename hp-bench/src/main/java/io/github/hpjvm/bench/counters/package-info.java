/** Determines the events that perf offers on this host, and derives TLB figures from its counts. */
package io.github.hpjvm.bench.counters;
