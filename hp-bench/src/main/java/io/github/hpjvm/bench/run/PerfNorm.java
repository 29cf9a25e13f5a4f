package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.counters.PerfIntervals;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.LinuxPerfNormProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** JMH's own perfnorm, extended by the share of time in which each event was counted, which JMH omits. */
public final class PerfNorm extends LinuxPerfNormProfiler {
    /** Prefix of the labels of results that are per cent of the time. */
    static final String RUNNING = "running:";

    /** Constructor that JMH calls with its option line. */
    public PerfNorm(String options) throws ProfilerException {
        super(options);
    }

    @Override
    @SuppressWarnings("rawtypes") // as JMH declares it
    public Collection<? extends Result> afterTrial(BenchmarkResult trial, long pid, File stdOut, File stdErr) {
        List<Result> results = new ArrayList<>(super.afterTrial(trial, pid, stdOut, stdErr));
        try {
            PerfIntervals.running(Files.readString(stdErr.toPath(), Charset.defaultCharset()))
                    .forEach((event, percent) ->
                            results.add(new ScalarResult(RUNNING + event, percent, "%", AggregationPolicy.AVG)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return results;
    }
}
