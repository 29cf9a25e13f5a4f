package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The runs in JMH's own JSON, for its viewers. A variant is a parameter, and its rounds are forks. Profiled runs and
 * runs without a score are omitted. Runs without verified pages have their own parameter value,
 * {@code hugetlb (not realised)} for example, so that viewers do not average them with the others.
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
        List<BenchmarkResult> results =
                runs.stream().map(run -> run.jmh().orElseThrow()).toList();
        BenchmarkParams params = params(results.get(0).getParams(), key, runs.size());
        return new RunResult(
                params,
                results.stream()
                        .map(result -> new BenchmarkResult(params, result.getIterationResults(), result.getMetadata()))
                        .toList());
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
                one.getJvmArgs(),
                one.getJdkVersion(),
                one.getVmName(),
                one.getVmVersion(),
                one.getJmhVersion(),
                one.getTimeout());
    }
}
