package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.error.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How much is measured, and for how long. */
public enum Profile {
    /** The first value of each parameter, one round: evidence only, in seconds. */
    SMOKE(1, new Iterations(1, Duration.ofMillis(100)), new Iterations(1, Duration.ofMillis(100)), turns(3)),
    /** Enough rounds for a verdict, in minutes. */
    QUICK(6, new Iterations(2, Duration.ofMillis(100)), new Iterations(4, Duration.ofMillis(200)), turns(40)),
    /**
     * As many rounds of longer iterations, all workloads and the sizes that need time: an hour on two cores. Maps, object
     * graphs and collectors were not warm after three iterations.
     */
    FULL(6, new Iterations(4, Duration.ofMillis(300)), new Iterations(5, Duration.ofMillis(300)), turns(80)),
    /** What the program that is measured does by itself: a command, or a JMH jar. Not to be asked for by name. */
    OWN(6, new Iterations(0, Duration.ZERO), new Iterations(0, Duration.ZERO), turns(50));

    /** perf stat reports ten times a second, and JMH drops the reports at both ends: shorter would leave none. */
    private static final Iterations LEAST_PROFILED = new Iterations(5, Duration.ofMillis(300));

    private static final Duration QUICK_BUDGET = Duration.ofMinutes(5);

    private final int rounds;
    private final Iterations warmup;
    private final Iterations measurement;
    private final Slicing slicing;

    Profile(int rounds, Iterations warmup, Iterations measurement, Slicing slicing) {
        this.rounds = rounds;
        this.warmup = warmup;
        this.measurement = measurement;
        this.slicing = slicing;
    }

    /**
     * Turns of 18 ms, the first 6 ms of which are the lead-in. The speed of a virtual CPU changes within tens of
     * milliseconds, so a turn of all forks must be short; an iteration is long beside the 2 ms that JMH adds to it.
     */
    private static Slicing turns(int turns) {
        return new Slicing(Duration.ofMillis(6), 1, 2, turns);
    }

    /** A number of JMH iterations of equal length. */
    public record Iterations(int count, Duration time) {
        public Duration total() {
            return time.multipliedBy(count);
        }
    }

    /** Rounds unless the user says otherwise. */
    public int rounds() {
        return rounds;
    }

    public Iterations warmup() {
        return warmup;
    }

    public Iterations measurement() {
        return measurement;
    }

    /** How a round is divided in which forks take turns. */
    public Slicing slicing() {
        return slicing;
    }

    /** What is measured where a profiler watches; its scores are compared with nothing. */
    public Iterations profiled() {
        return measurement.total().compareTo(LEAST_PROFILED.total()) > 0 ? measurement : LEAST_PROFILED;
    }

    /** The time for all rounds unless the user gives a number of rounds; empty where the number is fixed. */
    public Optional<Duration> budget() {
        return this == QUICK ? Optional.of(QUICK_BUDGET) : Optional.empty();
    }

    /** The name in options and JSON, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException if there is no such profile */
    public static Profile named(String name) {
        return Arrays.stream(values())
                .filter(profile -> profile != OWN && profile.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("no profile '" + name + "'; there are "
                        + Arrays.stream(values())
                                .filter(profile -> profile != OWN)
                                .map(Profile::label)
                                .collect(Collectors.joining(", "))));
    }
}
