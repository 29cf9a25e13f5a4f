package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.plan.Job;

/**
 * A fork to start.
 *
 * @param host state of the host now
 * @param denyThp whether it starts under PR_SET_THP_DISABLE; other processes of its run, such as a load, do not
 */
public record Fork(Job job, HostView host, boolean denyThp) {}
