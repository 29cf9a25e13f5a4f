/** report.txt and the Markdown report. */
package io.github.hpjvm.bench.report.text;
