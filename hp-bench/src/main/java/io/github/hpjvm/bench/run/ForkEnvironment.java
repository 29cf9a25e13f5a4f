package io.github.hpjvm.bench.run;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Sets environment variables of a fork, which JMH supports only through a profiler: env(1) starts the fork and becomes
 * its process.
 */
public final class ForkEnvironment implements ExternalProfiler {
    private static final String SEPARATOR = "\n";

    private final List<String> variables;

    /**
     * Constructor that JMH calls.
     *
     * @param line result of {@link #line}
     */
    public ForkEnvironment(String line) {
        this.variables = List.of(line.split(SEPARATOR));
    }

    /** Encodes the variables as a profiler's option line. Names and values have no line breaks. */
    static String line(Map<String, String> variables) {
        return variables.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .sorted()
                .collect(Collectors.joining(SEPARATOR));
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(variables);
        return words;
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {}

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File stdOut, File stdErr) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }

    @Override
    public String getDescription() {
        return "Variables in the environment of the fork";
    }
}
