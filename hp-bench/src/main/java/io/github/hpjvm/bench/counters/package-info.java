/** What perf offers on this host, read from its own output. */
package io.github.hpjvm.bench.counters;
