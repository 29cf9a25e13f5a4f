/** Writes the results of a campaign as files, and reads them again. */
package io.github.hpjvm.bench.report;
