package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.run.RefusedOption;
import io.github.hpjvm.bench.run.RefusedStart;
import io.github.hpjvm.bench.run.watch.ThrownLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Scans the output of a program for its metric, its ready line, a JVM's refusal and its last line. */
final class OutputScan implements Consumer<String> {
    private static final int LONGEST = 200;

    private final Optional<Pattern> until;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final List<MetricScan> scans;
    private final PercentileText percentiles = new PercentileText();
    private final RecordedFiles files;
    private String last = "";
    private String refusal = "";
    private final RefusedStart start = new RefusedStart();
    private final ThrownLine thrown = new ThrownLine();
    private Optional<String> unexamined = Optional.empty();

    OutputScan(Optional<Metric> metric, Optional<Pattern> until) {
        this(metric.stream().toList(), until);
    }

    /** @param metrics the first decides */
    OutputScan(List<Metric> metrics, Optional<Pattern> until) {
        this(metrics, until, Optional.empty());
    }

    /**
     * The output of a program that has not started yet.
     *
     * @param metrics the first decides
     * @param port in the names of files that it writes
     */
    OutputScan(List<Metric> metrics, Optional<Pattern> until, Optional<ServerPort> port) {
        this.scans = metrics.stream().map(MetricScan::new).toList();
        this.until = until;
        this.files = new RecordedFiles(metrics, port);
    }

    @Override
    public synchronized void accept(String line) {
        if (!line.isBlank()) {
            last = line.strip();
        }
        thrown.accept(line);
        start.accept(line);
        if (refusal.isEmpty() && isRefusal(line)) {
            refusal = line.strip();
        }
        try {
            examine(line);
        } catch (StackOverflowError e) {
            // Pattern calls itself for each repetition of a group. The program must not wait for its output to be read.
            unexamined = unexamined.or(() ->
                    Optional.of("a regular expression is too complex for a line of " + line.length() + " characters"));
        }
    }

    private void examine(String line) {
        percentiles.accept(line);
        scans.forEach(scan -> scan.accept(line));
        if (until.isPresent() && until.get().matcher(line).find()) {
            ready.countDown();
        }
    }

    /** Returns whether the line reports that a JVM does not start. */
    private static boolean isRefusal(String line) {
        return line.startsWith("Error: Could not create the Java Virtual Machine")
                || line.startsWith("Error occurred during initialization of VM")
                || RefusedOption.isMessage(line);
    }

    /** Why a line could not be examined; empty if all could. */
    synchronized Optional<String> unexamined() {
        return unexamined;
    }

    CountDownLatch ready() {
        return ready;
    }

    /** Reads the files that the program wrote, after its end. */
    synchronized void readFiles() {
        scans.forEach(scan -> scan.read(files, percentiles));
    }

    /** The metric of the last line that contains it. */
    synchronized OptionalDouble number() {
        return scans.stream()
                .findFirst()
                .flatMap(MetricScan::number)
                .map(it -> OptionalDouble.of(it.value()))
                .orElse(OptionalDouble.empty());
    }

    /**
     * The numbers by name: of all metrics if there are several, of one if its unit is known. A metric without a number is
     * absent.
     */
    synchronized Map<String, MetricNumbers> numbers() {
        Map<String, MetricNumbers> numbers = new LinkedHashMap<>();
        scans.forEach(scan -> scan.number()
                .filter(it -> scans.size() > 1 || !it.unit().isEmpty())
                .ifPresent(it -> numbers.put(scan.metric().unit(), MetricNumbers.of(it))));
        return numbers;
    }

    /**
     * The messages about the metrics without a number, by name.
     *
     * @param program {@code the load} or {@code the command}
     */
    synchronized Map<String, String> missing(String program) {
        Map<String, String> missing = new LinkedHashMap<>();
        scans.stream()
                .filter(scan -> scan.number().isEmpty())
                .forEach(scan -> missing.put(scan.metric().unit(), MissingMetric.message(scan, program)));
        return missing;
    }

    /**
     * The end of a program that succeeded, by its metrics.
     *
     * @param program {@code the load} or {@code the command}
     */
    Ending measured(String program) {
        readFiles();
        Map<String, String> missing = missing(program);
        return number().isPresent()
                ? Ending.ok(List.of(number().getAsDouble()), OptionalLong.empty())
                        .with(numbers(), missing)
                : Ending.withoutMetric(missing.values().iterator().next() + "; " + lastLine());
    }

    /** The message of a JVM that did not start; empty if there is none. */
    synchronized Optional<String> refusal() {
        Optional<String> line = Optional.of(refusal).filter(words -> !words.isEmpty());
        return line.filter(RefusedOption::isMessage)
                .or(start::reason)
                .or(() -> line)
                .map(OutputScan::shortened);
    }

    /** The exception at the end of the output, else the last line that was not blank, or {@code no output}. */
    synchronized String lastLine() {
        if (thrown.line().isPresent()) {
            return shortened(thrown.line().get());
        }
        return last.isEmpty() ? "no output" : "last line: " + shortened(last);
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
