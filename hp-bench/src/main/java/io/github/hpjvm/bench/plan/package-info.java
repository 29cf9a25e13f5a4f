/** Records that all packages of hp-bench share: case, round, job, run and timing. No I/O. */
package io.github.hpjvm.bench.plan;
