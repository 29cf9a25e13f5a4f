package io.github.hpjvm.bench.run.jar;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows JMH's output of one fork (TextReportFormat, the same from 1.21 to 1.37), to detect the start of the first and
 * of the last measured iteration. JMH ends the line of an iteration when the iteration ends.
 */
final class JmhPhases implements Consumer<String> {
    private static final Pattern COUNT = Pattern.compile("# (Warmup|Measurement): (\\d{1,9}) iterations?, (.*) each.*");
    private static final Pattern TIME = Pattern.compile("(?<!\\d)(\\d{1,9}) (ns|us|ms|s|min|hr|m|h)");
    private static final Pattern WARM = Pattern.compile("# Warmup Iteration +(\\d{1,9}): .*");
    private static final Pattern MEASURED = Pattern.compile("Iteration +(\\d{1,9}): .*");

    /** Receives the starts of iterations. */
    interface Moments {
        /** JMH prints nothing at the start of the first measured iteration. */
        void noWarmUp();

        /** The first measured iteration begins. */
        void firstBegins();

        /** The last measured iteration of this length begins; zero if JMH does not print it. */
        void lastBegins(Duration length);
    }

    private final Moments moments;
    private int warmups;
    private int measured;
    private Duration length = Duration.ZERO;

    JmhPhases(Moments moments) {
        this.moments = moments;
    }

    @Override
    public void accept(String line) {
        if (line.startsWith("# Warmup: <none>")) {
            moments.noWarmUp();
        }
        Matcher count = COUNT.matcher(line);
        if (count.matches()) {
            int number = Integer.parseInt(count.group(2));
            if (count.group(1).equals("Warmup")) {
                warmups = number;
            } else {
                measured = number;
                length = time(count.group(3)).orElse(Duration.ZERO);
            }
            return;
        }
        Matcher warm = WARM.matcher(line);
        if (warm.matches() && Integer.parseInt(warm.group(1)) == warmups) {
            moments.firstBegins();
            if (measured == 1) {
                moments.lastBegins(length);
            }
            return;
        }
        Matcher one = MEASURED.matcher(line);
        if (one.matches() && Integer.parseInt(one.group(1)) == measured - 1) {
            moments.lastBegins(length);
        }
    }

    /** A time as TimeValue prints it: {@code 200 ms}, {@code 10 s}; empty for {@code single-shot}. */
    static Optional<Duration> time(String text) {
        Matcher time = TIME.matcher(text.toLowerCase(Locale.ROOT));
        if (!time.find()) {
            return Optional.empty();
        }
        long number = Long.parseLong(time.group(1));
        return Optional.of(
                switch (time.group(2)) {
                    case "ns" -> Duration.ofNanos(number);
                    case "us" -> Duration.ofNanos(number * 1000);
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "min", "m" -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                });
    }
}
