/** Page regimes: what a JVM is started with, and what must be seen in its heap for the run to count. */
package io.github.hpjvm.bench.variant;
