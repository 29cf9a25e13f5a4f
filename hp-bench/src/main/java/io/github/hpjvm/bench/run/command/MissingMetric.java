package io.github.hpjvm.bench.run.command;

import java.util.regex.Pattern;

/** The message about a metric of which a successful program has no number. */
final class MissingMetric {
    private static final int LONGEST = 40;
    private static final Pattern DIGITS = Pattern.compile("\\s*[+-]?[0-9][0-9.,]*\\s*");

    private MissingMetric() {}

    /** @param program {@code the load} or {@code the command} */
    static String message(MetricScan scan, String program) {
        Metric metric = scan.metric();
        String where = program.equals("the load") ? " (output of the load)" : "";
        if (metric.recording().isPresent()) {
            return metric.recording().get().isOfOutput()
                    ? "the output of " + program + " has no percentile distribution with " + metric.place()
                    : "no file that " + program + " wrote has " + metric.place()
                            + scan.whyNoFigure().map(it -> " (" + it + ")").orElse("");
        }
        return scan.noNumber()
                .map(it -> metric.place() + " matches '" + shortened(it) + "'" + where + ", which is "
                        + (DIGITS.matcher(it).matches()
                                ? "not a whole number; put the group around all its digits"
                                : "not a number; put the group around the digits only"))
                .orElseGet(() -> "no line of its output contains " + metric.place() + where);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
