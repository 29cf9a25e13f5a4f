package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.trace.Backend;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Options of {@code hp-cli stalls}.
 *
 * @param pid the process to trace; empty for all
 * @param time duration of the trace
 * @param interval time after which a part of the result is passed on; empty for the result alone
 * @param backend the tracer; empty for the best that the host has
 */
public record TraceOptions(OptionalLong pid, Duration time, Optional<Duration> interval, Optional<Backend> backend) {}
