/** Text formats of the report: report.txt and Markdown. */
package io.github.hpjvm.bench.report.text;
