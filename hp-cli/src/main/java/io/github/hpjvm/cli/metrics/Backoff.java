package io.github.hpjvm.cli.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The pause between two readings: a second, or longer while the host lacks CPU time or memory. It ends when the pressure is
 * half of that at which it began, so that it does not change with each reading. For one thread.
 */
final class Backoff {
    /** Tasks wait for a CPU in that share of the time, in per cent. */
    static final double CPU = 60;

    /** Tasks wait for memory in that share of the time, in per cent. */
    static final double MEMORY = 10;

    /**
     * From the begin of a reading to that of the next one under pressure, if there is time. A JVM that one reading leaves over
     * is then read within a minute, also if each of them is a few seconds late.
     */
    static final Duration PERIOD = Duration.ofSeconds(20);

    /** A program that gets a small part of a CPU needs that many times as long for a reading. */
    static final int PATIENCE = 3;

    static final Duration USUAL = Duration.ofSeconds(1);

    private boolean cpu;
    private boolean memory;
    private boolean told;

    /** Takes the pressure before a reading. */
    void observe(Pressures now) {
        cpu = now.cpu() >= (cpu ? CPU / 2 : CPU);
        memory = now.memory() >= (memory ? MEMORY / 2 : MEMORY);
    }

    boolean forCpu() {
        return cpu;
    }

    boolean forMemory() {
        return memory;
    }

    /** Returns the factor of the time limit of a reading. */
    int patience() {
        return cpu ? PATIENCE : 1;
    }

    /** Returns the pause after a reading that took this time. */
    Duration pause(Duration reading) {
        Duration left = PERIOD.minus(reading);
        return (cpu || memory) && left.compareTo(USUAL) > 0 ? left : USUAL;
    }

    /** Returns a line if the pause has changed since the last call; else an empty text. */
    String news() {
        boolean now = cpu || memory;
        if (now == told) {
            return "";
        }
        told = now;
        List<String> why = new ArrayList<>();
        if (cpu) {
            why.add("CPU time");
        }
        if (memory) {
            why.add("memory");
        }
        return now
                ? "the host lacks " + String.join(" and ", why) + " (/proc/pressure): reads the JVMs every "
                        + PERIOD.toSeconds() + " s; answers have the last reading and its time"
                : "the pressure is over: reads the JVMs for each scrape again";
    }
}
