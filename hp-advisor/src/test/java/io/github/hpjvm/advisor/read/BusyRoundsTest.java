package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.JvmRounds;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sixty JVMs on a host without free CPU time, on a clock that their readings set forward: four have many mappings, all but them
 * started together, and every 30 s one ends and one starts. The times are those of {@code src-it/lab/metrics/scrapes.py}.
 */
class BusyRoundsTest {
    private static final long PID = 5_000_001;
    private static final String MAPS =
            "7f0000000000-7f0000001000 r-xp 00000000 08:01 77 /opt/jdk/lib/server/libjvm.so\n";
    private static final int JVMS = 60;
    private static final int HEAVY = 4;
    private static final int MANY_MAPPINGS = 21_000;

    /** As {@code metrics} reads under pressure. */
    private static final Duration LIMIT = Duration.ofSeconds(18);

    private static final Duration PERIOD = Duration.ofSeconds(20);

    /** To judge the JVMs and to format the answer, and until the next scrape starts a reading. */
    private static final Duration BETWEEN = Duration.ofSeconds(6);

    private static final Duration CHURN = Duration.ofSeconds(30);
    private static final Duration END = Duration.ofMinutes(20);
    private static final Duration MINUTE = Duration.ofSeconds(60);

    @TempDir
    Path root;

    private final long seed = Long.getLong("hp.seed", 20_261_127);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Long, Long> born = new HashMap<>();
    private final Map<Long, Long> complete = new HashMap<>();
    private final Deque<Long> usual = new ArrayDeque<>();
    private long clock;
    private long worst;
    private double slower = 1;
    private long longestRound;

    /** Reads the start of a JVM, or scans its memory, for a random time. Facts of the start are kept as KeptStarts does. */
    private final class Simulated implements JvmRounds {
        private final boolean limited;
        private final Map<Long, Long> until = new HashMap<>();
        private long renewal;

        Simulated(boolean limited) {
            this.limited = limited;
        }

        @Override
        public void begin(Duration time) {
            renewal = limited ? time.toNanos() : Long.MAX_VALUE;
        }

        @Override
        public Jvm read(long pid, Reach reach, boolean renews) {
            boolean heavy = pid < PID + HEAVY;
            boolean kept = until.containsKey(pid);
            boolean old = kept && clock >= until.get(pid) && renewal > 0 && (renews || !limited);
            long begun = clock;
            boolean done = reach.memory();
            if (done && (!kept || old)) {
                long allowed = reach.contact().timeout().toMillis();
                // Tables have half of the share; the mappings are read whatever their number.
                long tables = millis(200);
                done = tables <= allowed;
                spend(Math.min(allowed, tables) + millis(heavy ? 4000 : 90));
                if (done) {
                    long age = clock - born.get(pid);
                    long lifetime =
                            Duration.ofSeconds(600 - 300 * (pid % 8) / 8).toNanos();
                    until.put(pid, clock + Math.min(lifetime, age));
                }
            } else {
                spend(done ? millis(heavy ? 1000 : 60) : 5);
            }
            renewal -= old ? clock - begun : 0;
            // What is too old is better than nothing.
            done |= old && limited;
            Jvm jvm = FactsSamples.with(JvmSamples.g1(21), "pid", pid);
            if (done) {
                Long before = complete.put(pid, clock);
                worst = before == null ? worst : Math.max(worst, clock - before);
            }
            return done ? jvm : FactsSamples.with(jvm, "regions", List.of(late()));
        }

        @Override
        public boolean isScanned(long pid) {
            return until.containsKey(pid);
        }

        @Override
        public void retain(List<Jvm> jvms) {}
    }

    private static Region late() {
        return Region.absent(RegionName.HEAP, new Fact.Absent<>(Reason.TIMED_OUT, Source.of("tables"), ""));
    }

    private long millis(long usually) {
        return Math.round(usually * slower * (0.5 + random.nextDouble() + (random.nextInt(20) == 0 ? 3 : 0)));
    }

    private void spend(long millis) {
        clock += Duration.ofMillis(millis).toNanos();
    }

    private void start(long pid) throws IOException {
        Path process = Files.createDirectories(root.resolve("proc").resolve(Long.toString(pid)));
        Files.writeString(process.resolve("stat"), pid + " (java) S" + " 0".repeat(18) + " 77 0 0");
        Files.writeString(process.resolve("status"), "Name:\tjava\nState:\tS (sleeping)\nUid:\t1\t1\t1\t1\n");
        Files.writeString(process.resolve("maps"), MAPS.repeat(pid < PID + HEAVY ? MANY_MAPPINGS : 1));
        Files.writeString(process.resolve("environ"), "");
        born.put(pid, clock);
        if (pid >= PID + HEAVY) {
            usual.add(pid);
        }
    }

    private void end(long pid) throws IOException {
        Path process = root.resolve("proc").resolve(Long.toString(pid));
        for (String file : List.of("stat", "status", "maps", "environ")) {
            Files.delete(process.resolve(file));
        }
        Files.delete(process);
        // Its time without a reading counts, too.
        worst = Math.max(worst, clock - complete.getOrDefault(pid, born.get(pid)));
    }

    /** Returns the longest time between two readings of the heap of a JVM, from its first reading on. */
    private Duration longestUnread(boolean limited) throws IOException {
        System.out.println("-Dhp.seed=" + seed);
        for (long pid = PID; pid < PID + JVMS; pid++) {
            start(pid);
        }
        long next = PID + JVMS;
        RepeatedFacts facts = new RepeatedFacts(
                Roots.under(root), Manner.sparing(Contact.never()), LIMIT, new Simulated(limited), () -> clock);
        spend(60_000);
        long churn = clock;
        long begin = clock;
        while (clock < END.toNanos()) {
            for (; churn <= clock && clock > begin; churn += CHURN.toNanos()) {
                end(usual.remove());
                start(next++);
            }
            long begun = clock;
            facts.take();
            longestRound = Math.max(longestRound, clock - begun);
            long pause = Math.max(Duration.ofSeconds(1).toNanos(), PERIOD.toNanos() - (clock - begun));
            clock += pause + random.nextLong(BETWEEN.toNanos());
        }
        return Duration.ofNanos(worst);
    }

    @Test
    void eachJvmIsReadOnceAMinute() throws IOException {
        Duration unread = longestUnread(true);
        assertTrue(
                unread.compareTo(MINUTE) <= 0,
                () -> "-Dhp.seed=" + seed + ": " + unread + " without a reading; the longest round took "
                        + Duration.ofNanos(longestRound));
    }

    /** With half of that CPU time a JVM waits for one more reading, or for minutes if all old starts are read again at once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onASlowerHostTheTimeForOldFactsMatters(boolean limited) throws IOException {
        slower = 2;
        Duration unread = longestUnread(limited);
        assertEquals(
                limited,
                unread.compareTo(MINUTE.multipliedBy(5).dividedBy(2)) <= 0,
                () -> "-Dhp.seed=" + seed + ": " + unread);
    }
}
