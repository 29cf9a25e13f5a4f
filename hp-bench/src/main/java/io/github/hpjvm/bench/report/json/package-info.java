/** results.json and jmh.json, written and read again. The only package of hp-bench that depends on Jackson. */
package io.github.hpjvm.bench.report.json;
