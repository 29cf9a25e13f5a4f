/** What perf offers on this host, read from its own output, and what its counts say about the TLB. */
package io.github.hpjvm.bench.counters;
