/** The files of a campaign: writes the results and reads them. */
package io.github.hpjvm.bench.report;
