/** Writes and reads results.json and jmh.json. The only package of hp-bench that depends on Jackson. */
package io.github.hpjvm.bench.report.json;
