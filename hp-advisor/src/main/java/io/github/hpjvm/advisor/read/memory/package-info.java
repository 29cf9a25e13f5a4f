/** Reads the memory of one process: its mappings, the pages behind them, and samples of both. */
package io.github.hpjvm.advisor.read.memory;
