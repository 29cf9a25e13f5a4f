/**
 * Stalls that huge pages cause, from trace points of the kernel: parses the lines of a tracer, measures the time between
 * events, and concludes. Pure functions.
 */
package io.github.hpjvm.bench.trace;
