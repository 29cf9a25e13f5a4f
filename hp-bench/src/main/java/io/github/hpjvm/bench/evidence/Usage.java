package io.github.hpjvm.bench.evidence;

import java.util.OptionalLong;

/**
 * What a program used, with all that it started.
 *
 * @param wallMillis from its start to its end
 * @param cpuMillis user and system time of all its processes
 * @param minorFaults page faults that needed no disk
 * @param majorFaults page faults that waited for a disk
 */
public record Usage(long wallMillis, OptionalLong cpuMillis, OptionalLong minorFaults, OptionalLong majorFaults) {}
