package io.github.hpjvm.cli.text;

import io.github.hpjvm.bench.trial.StallHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The times of the steps of a trial or collapse, as text. */
public final class StepsText {
    private static final double MILLIS = 1e6;
    private static final int WIDEST = 40;

    private StepsText() {}

    /** The longest step and the histogram. */
    public static List<String> lines(StallHistogram steps, Duration limit) {
        List<String> lines = new ArrayList<>();
        if (steps.count() == 0) {
            return lines;
        }
        lines.add(String.format(
                Locale.ROOT,
                "Longest step: %.2f ms, limit %s ms; %s:",
                steps.longest() / MILLIS,
                millis(limit.toNanos()),
                number(steps)));
        long most = steps.buckets().stream()
                .mapToLong(StallHistogram.Bucket::count)
                .max()
                .orElse(1);
        for (StallHistogram.Bucket bucket : steps.buckets()) {
            lines.add(String.format(
                            Locale.ROOT,
                            "  %9.3f to %9.3f ms %8d  %s",
                            bucket.from() / MILLIS,
                            bucket.to() / MILLIS,
                            bucket.count(),
                            "#".repeat((int) Math.ceil((double) WIDEST * bucket.count() / most)))
                    .stripTrailing());
        }
        return lines;
    }

    private static String number(StallHistogram steps) {
        String all = steps.count() + (steps.count() == 1 ? " step" : " steps") + " of one block";
        return steps.above() == 0 ? all : steps.above() + " of " + all + " took longer";
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / MILLIS).replaceAll("\\.?0+$", "");
    }
}
