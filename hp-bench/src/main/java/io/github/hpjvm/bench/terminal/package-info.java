/** Progress and figures of a campaign for a terminal. */
package io.github.hpjvm.bench.terminal;
