/** report.html: one page that contains its style, plots and data. */
package io.github.hpjvm.bench.report.html;
