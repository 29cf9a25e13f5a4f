package io.github.hpjvm.bench.plan;

import io.github.hpjvm.console.error.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Profiles: the number and length of measurements. */
public enum Profile {
    /** The first value of each parameter and one round: verifies pages, takes seconds. */
    SMOKE(1, new Iterations(1, Duration.ofMillis(100)), new Iterations(1, Duration.ofMillis(100)), 3, 3),
    /**
     * Enough rounds for a verdict; takes minutes. The warm-up has many short iterations, because C2 compiles JMH's loop
     * again after the first exits from it, up to the twelfth. With six iterations, one of three forks with little data
     * became 4 % slower after a measured turn.
     */
    QUICK(6, new Iterations(15, Duration.ofMillis(15)), new Iterations(4, Duration.ofMillis(200)), 21, 21),
    /**
     * The same rounds with longer iterations, more workloads and larger sizes; takes an hour on two cores. Maps, object
     * graphs and collectors were not warm after three iterations.
     */
    FULL(6, new Iterations(15, Duration.ofMillis(80)), new Iterations(5, Duration.ofMillis(300)), 25, 31),
    /** Iterations of the measured program itself: a command or a JMH jar. Not an option value. */
    OWN(6, new Iterations(0, Duration.ZERO), new Iterations(0, Duration.ZERO), 0, 0);

    /** Shortest profiled iterations: perf stat reports ten times a second, and JMH drops the first and last reports. */
    private static final Iterations LEAST_PROFILED = new Iterations(5, Duration.ofMillis(300));

    private static final Duration QUICK_BUDGET = Duration.ofMinutes(5);

    private final int rounds;
    private final Iterations warmup;
    private final Iterations measurement;
    private final int sharedTurns;
    private final int turns;

    Profile(int rounds, Iterations warmup, Iterations measurement, int sharedTurns, int turns) {
        this.rounds = rounds;
        this.warmup = warmup;
        this.measurement = measurement;
        this.sharedTurns = sharedTurns;
        this.turns = turns;
    }

    /** A number of JMH iterations of equal length. */
    public record Iterations(int count, Duration time) {
        public Duration total() {
            return time.multipliedBy(count);
        }
    }

    /** The default number of rounds. */
    public int rounds() {
        return rounds;
    }

    public Iterations warmup() {
        return warmup;
    }

    public Iterations measurement() {
        return measurement;
    }

    /**
     * The division of a sliced round.
     *
     * <p>Forks with little data share a CPU: the kernel alternates between them every 4 ms or less, and CPU time does not
     * contain the time in which a thread waits for its CPU. The speed of a virtual CPU changes within milliseconds, so
     * fast alternation makes ratios precise. Measured with four C processes, twelve rounds of 1.6 s: the standard deviation of
     * a round's ratio was 0.5 to 0.6 % on a shared CPU, and 1.2 to 2.0 % (by the median 0.6 to 0.9 %) in turns of 8 ms with
     * the pauses that JMH needs.
     *
     * <p>Other forks evict each other's data, so each of them runs alone, and the time in which it fills its caches and its
     * TLB again is not measured. The measured part of a turn is as short as JMH permits. Beside other guests, two successive
     * parts of one fork differed by 7 to 16 %, whether they had 15 ms or 270 ms: many short ones average that out, a
     * few long ones do not.
     *
     * @param shared whether the forks share a CPU
     */
    public Slicing slicing(boolean shared) {
        return shared ? new Slicing(Duration.ofMillis(150), 0, 1, sharedTurns, true) : Slicing.alone(1, turns);
    }

    /** Iterations of profiled rounds, whose scores are not compared. */
    public Iterations profiled() {
        return measurement.total().compareTo(LEAST_PROFILED.total()) > 0 ? measurement : LEAST_PROFILED;
    }

    /** The time budget, which applies unless the user gives a number of rounds; empty for a fixed number. */
    public Optional<Duration> budget() {
        return this == QUICK ? Optional.of(QUICK_BUDGET) : Optional.empty();
    }

    /** The name in options and JSON, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException for an unknown name */
    public static Profile named(String name) {
        return Arrays.stream(values())
                .filter(profile -> profile != OWN && profile.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("profile: unknown profile '" + name + "'; profiles are "
                        + Arrays.stream(values())
                                .filter(profile -> profile != OWN)
                                .map(Profile::label)
                                .collect(Collectors.joining(", "))));
    }
}
