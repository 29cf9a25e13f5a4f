package io.github.hpjvm.bench.evidence;

import java.util.OptionalLong;

/**
 * Resources of a program, including its child processes. The components are members of results.json.
 *
 * @param wallMillis from its start to its end
 * @param cpuMillis user and system time of all its processes
 * @param minorFaults page faults without disk I/O
 * @param majorFaults page faults that waited for disk I/O
 */
public record Usage(long wallMillis, OptionalLong cpuMillis, OptionalLong minorFaults, OptionalLong majorFaults) {}
