/** Options of a campaign and their parsing. */
package io.github.hpjvm.bench.options;
