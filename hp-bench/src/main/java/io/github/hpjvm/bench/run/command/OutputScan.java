package io.github.hpjvm.bench.run.command;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Scans the output of a program for its metric, its ready line, a JVM's refusal and its last line. */
final class OutputScan implements Consumer<String> {
    private static final int LONGEST = 200;

    private final Optional<Metric> metric;
    private final Optional<Pattern> until;
    private final CountDownLatch ready = new CountDownLatch(1);
    private OptionalDouble number = OptionalDouble.empty();
    private String last = "";
    private String refusal = "";

    OutputScan(Optional<Metric> metric, Optional<Pattern> until) {
        this.metric = metric;
        this.until = until;
    }

    @Override
    public synchronized void accept(String line) {
        metric.map(it -> it.in(line)).filter(OptionalDouble::isPresent).ifPresent(it -> number = it);
        if (until.isPresent() && until.get().matcher(line).find()) {
            ready.countDown();
        }
        if (!line.isBlank()) {
            last = line.strip();
        }
        if (refusal.isEmpty() && isRefusal(line)) {
            refusal = line.strip();
        }
    }

    /** Returns whether the line reports that a JVM does not start. */
    private static boolean isRefusal(String line) {
        return line.startsWith("Error: Could not create the Java Virtual Machine")
                || line.startsWith("Unrecognized VM option")
                || line.startsWith("Error occurred during initialization of VM")
                || line.startsWith("Conflicting collector combinations")
                || line.startsWith("Invalid maximum heap size")
                || line.startsWith("Error: VM option");
    }

    CountDownLatch ready() {
        return ready;
    }

    /** The metric of the last line that contains it. */
    synchronized OptionalDouble number() {
        return number;
    }

    /** The message of a JVM that did not start; empty if there is none. */
    synchronized Optional<String> refusal() {
        return refusal.isEmpty() ? Optional.empty() : Optional.of(shortened(refusal));
    }

    /** The last line that was not blank, or {@code no output}. */
    synchronized String lastLine() {
        return last.isEmpty() ? "no output" : "last line: " + shortened(last);
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
