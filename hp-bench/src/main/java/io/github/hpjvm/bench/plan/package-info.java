/** Records that all of hp-bench shares: case, round, job, run, and how each was timed. No I/O. */
package io.github.hpjvm.bench.plan;
