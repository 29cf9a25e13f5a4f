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

    /** Less than half a minute, so that each JVM is read at least once a minute. */
    static final Duration LONG = Duration.ofSeconds(20);

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

    Duration pause() {
        return cpu || memory ? LONG : USUAL;
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
                        + LONG.toSeconds() + " s; answers have the last reading and its time"
                : "the pressure is over: reads the JVMs for each scrape again";
    }
}
