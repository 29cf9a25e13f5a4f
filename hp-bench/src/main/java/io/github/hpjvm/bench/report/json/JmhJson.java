package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The runs in JMH's own JSON, for its viewers. A variant is a parameter, and its rounds are forks. Profiled runs and
 * runs without a score are omitted. Runs without verified pages have their own parameter value,
 * {@code hugetlb (not realised)} for example, so that viewers do not average them with the others.
 *
 * <p>The iterations of forks that took turns are the measured slices, as in results.json. JMH's own iterations also have
 * lead-ins and long turns, and on a shared CPU the waiting for it.
 */
public final class JmhJson {
    private JmhJson() {}

    /** Returns the document. */
    public static String write(List<Run> runs) {
        Map<Key, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            if (run.jmh().isPresent() && run.job().profiler().isEmpty()) {
                String variant = run.job().variant().name() + (run.evidence().realised() ? "" : " (not realised)");
                groups.computeIfAbsent(new Key(run.job().subject(), variant), key -> new ArrayList<>())
                        .add(run);
            }
        }
        List<RunResult> results = groups.entrySet().stream()
                .map(group -> merged(group.getKey(), group.getValue()))
                .toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private record Key(Case subject, String variant) {}

    private static RunResult merged(Key key, List<Run> runs) {
        BenchmarkParams params = params(runs.get(0).jmh().orElseThrow().getParams(), key, runs.size());
        return new RunResult(
                params,
                runs.stream()
                        .map(run -> new BenchmarkResult(
                                params, iterations(run), run.jmh().orElseThrow().getMetadata()))
                        .toList());
    }

    private static Collection<IterationResult> iterations(Run run) {
        BenchmarkResult result = run.jmh().orElseThrow();
        Mode mode = result.getParams().getMode();
        boolean divided = run.timing().interleave() == Interleave.SLICES
                && !run.iterations().isEmpty()
                && (mode == Mode.AverageTime || mode == Mode.Throughput);
        List<Slice> measured = run.timing().slices().stream()
                .filter(slice -> divided && slice.operations() > 0 && slice.wallNanos() > 0)
                .toList();
        return measured.isEmpty()
                ? result.getIterationResults()
                : measured.stream().map(slice -> iteration(result, slice)).toList();
    }

    private static IterationResult iteration(BenchmarkResult result, Slice slice) {
        BenchmarkParams params = result.getParams();
        IterationResult iteration = new IterationResult(params, params.getMeasurement(), null);
        String label = result.getPrimaryResult().getLabel();
        long nanos = Math.round(slice.wallNanos());
        iteration.addResult(
                params.getMode() == Mode.Throughput
                        ? new ThroughputResult(
                                ResultRole.PRIMARY, label, slice.operations(), nanos, params.getTimeUnit())
                        : new AverageTimeResult(
                                ResultRole.PRIMARY, label, slice.operations(), nanos, params.getTimeUnit()));
        return iteration;
    }

    /** JMH's parameters with the variant added, and the number of rounds as the number of forks. */
    private static BenchmarkParams params(BenchmarkParams one, Key key, int forks) {
        WorkloadParams labelled = new WorkloadParams();
        one.getParamsKeys().forEach(name -> labelled.put(name, one.getParam(name), 0));
        labelled.put("variant", key.variant(), 0);
        return new BenchmarkParams(
                one.getBenchmark(),
                one.generatedBenchmark(),
                one.shouldSynchIterations(),
                one.getThreads(),
                one.getThreadGroups(),
                one.getThreadGroupLabels(),
                forks,
                0,
                one.getWarmup(),
                one.getMeasurement(),
                one.getMode(),
                labelled,
                one.getTimeUnit(),
                one.getOpsPerInvocation(),
                one.getJvm(),
                Credentials.masked(List.copyOf(one.getJvmArgs())),
                one.getJdkVersion(),
                one.getVmName(),
                one.getVmVersion(),
                one.getJmhVersion(),
                one.getTimeout());
    }
}
