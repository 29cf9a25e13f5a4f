package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.openjdk.jmh.util.ListStatistics;

/** The workload KnownCost under JMH's own runner, as without hp-bench: one side, then the other. */
public record PlainJmh(ListStatistics before, ListStatistics after) {
    /** The value of the workload's {@code @Fork(jvmArgs)}, which the command line replaces. */
    private static final String JVM_ARGS = "-Xms64m -Xmx64m -XX:+UseG1GC -XX:+AlwaysPreTouch -Dhp.extra.percent=";

    /**
     * Measures both sides.
     *
     * @param forks of each side; iterations are those of the profile quick
     * @param percent of extra work on the second side
     */
    public static PlainJmh measure(int forks, int percent, Path folder) {
        return new PlainJmh(side(forks, 0, folder), side(forks, percent, folder));
    }

    private static ListStatistics side(int forks, int percent, Path folder) {
        Path json = folder.resolve("jmh-" + percent + ".json");
        Program.Ended ended = Program.of(Jdks.running().java().toString())
                .with("-cp", Cli.tree().resolve("lib") + "/*", "org.openjdk.jmh.Main", "KnownCost")
                .with("-f", forks, "-wi", 2, "-w", "200ms", "-i", 4, "-r", "200ms")
                .with("-jvmArgs", JVM_ARGS + percent, "-rf", "json", "-rff", json)
                .unset("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .limit(Duration.ofMinutes(10))
                .run();
        if (ended.exitCode() != 0) {
            throw new AssertionError(ended.out() + ended.err());
        }
        ListStatistics all = new ListStatistics();
        try {
            for (JsonNode fork : new ObjectMapper().readTree(json.toFile()).at("/0/primaryMetric/rawData")) {
                fork.forEach(iteration -> all.addValue(iteration.asDouble()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Returns whether the error bars of 99.9 % share no point. */
    public boolean barsAreDisjoint() {
        return Math.abs(before.getMean() - after.getMean())
                > before.getMeanErrorAt(0.999) + after.getMeanErrorAt(0.999);
    }

    /** Returns whether Welch's test on iterations finds them different at 95 %. */
    public boolean welchSaysDifferent() {
        return before.isDifferent(after, 0.95);
    }
}
