/** report.html: one page with its style, plots and data inside. */
package io.github.hpjvm.bench.report.html;
