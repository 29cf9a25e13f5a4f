package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.error.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Profiles: the number and length of measurements. */
public enum Profile {
    /** The first value of each parameter and one round: verifies pages, takes seconds. */
    SMOKE(1, new Iterations(1, Duration.ofMillis(100)), new Iterations(1, Duration.ofMillis(100)), turns(3)),
    /** Enough rounds for a verdict; takes minutes. */
    QUICK(6, new Iterations(2, Duration.ofMillis(100)), new Iterations(4, Duration.ofMillis(200)), turns(40)),
    /**
     * The same rounds with longer iterations, more workloads and larger sizes; takes an hour on two cores. Maps, object
     * graphs and collectors were not warm after three iterations.
     */
    FULL(6, new Iterations(4, Duration.ofMillis(300)), new Iterations(5, Duration.ofMillis(300)), turns(80)),
    /** Iterations of the measured program itself: a command or a JMH jar. Not an option value. */
    OWN(6, new Iterations(0, Duration.ZERO), new Iterations(0, Duration.ZERO), turns(50));

    /** Shortest profiled iterations: perf stat reports ten times a second, and JMH drops the first and last reports. */
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

    /** The division of a round in which forks take turns. */
    public Slicing slicing() {
        return slicing;
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
