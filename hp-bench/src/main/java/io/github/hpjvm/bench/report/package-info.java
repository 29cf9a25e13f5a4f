/** A campaign for people and for programs: progress, tables, JSON. The only package of hp-bench that sees Jackson. */
package io.github.hpjvm.bench.report;
