/** The content of reports as text and numbers, independent of the output format. */
package io.github.hpjvm.bench.report.model;
