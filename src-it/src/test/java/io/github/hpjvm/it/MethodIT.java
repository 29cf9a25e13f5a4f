package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.CpuBurner;
import io.github.hpjvm.it.lab.MethodRecord;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.PlainJmh;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The method on a real machine: it detects an existing difference, and no other one.
 *
 * <p>{@code -Dhp.method.pairs=N} makes N comparisons more and judges them with those of earlier calls, which are kept
 * in {@code target/method} (delete it to begin anew); without it, as many as are missing to 100. The observations are
 * added to {@code target/method/seen.txt}.
 */
class MethodIT {
    private static final Duration TURN = Duration.ofSeconds(20);

    /** Variants in a campaign: they share its baseline and its A/A pair, which saves half of the forks. */
    private static final int SIDE_BY_SIDE = 5;

    private static final int ALL = 100;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
    }

    /** Returns how many comparisons this call makes. */
    private static int wanted(MethodRecord record, int all) {
        int missing = Math.max(0, all - record.size());
        return Integer.getInteger("hp.method.pairs", missing);
    }

    /** Runs a campaign of as many variants with baseline that do so much more work. */
    private Results compare(int percent, String... options) {
        String variants = IntStream.range(0, SIDE_BY_SIDE)
                .mapToObj(i -> "extra" + percent + (char) ('a' + i))
                .collect(Collectors.joining(","));
        Path out = folder.resolve("campaign" + percent);
        Program.Ended ended = Cli.with("bench", "run", "--workloads", "KnownCost", "--variants", variants)
                .with("-o", out)
                .with((Object[]) options)
                .setAll(HOST.handOver())
                .limit(Duration.ofMinutes(30))
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(out);
        assertEquals(SIDE_BY_SIDE, results.root().get("comparisons").size());
        return results;
    }

    @Test
    void equalVariantsAreNotCalledDifferentUnderLoad() throws IOException {
        MethodRecord record = new MethodRecord("same");
        int wanted = wanted(record, ALL);
        CpuBurner burner = CpuBurner.every(TURN);
        try {
            for (int made = 0; made < wanted; made += SIDE_BY_SIDE) {
                record.add(compare(0, "--profile", "smoke", "--rounds", "6"));
                System.out.println(record.progress("A/A under a CPU burner", wanted));
            }
        } finally {
            burner.close();
        }
        long found = record.verdicts("FASTER") + record.verdicts("SLOWER");
        MethodRecord.note(
                "seen.txt",
                "A/A under a CPU burner: " + found + " of " + record.size() + " FASTER or SLOWER; " + record.without(1)
                        + " intervals without 1");
        assertTrue(found <= Math.max(1, record.size() / 10), found + " of " + record.size());
    }

    @Test
    void findsFivePerCentMoreWork() throws IOException {
        MethodRecord record = new MethodRecord("five-per-cent");
        int wanted = wanted(record, ALL / 5);
        int jmhs = 0;
        int disjoint = 0;
        int welch = 0;
        for (int made = 0; made < wanted; made += SIDE_BY_SIDE) {
            record.add(compare(5));
            // As many forks as a comparison of ours has with its own baseline and A/A pair: 3 x 6.
            PlainJmh jmh = PlainJmh.measure(9, 5, folder);
            jmhs++;
            disjoint += jmh.barsAreDisjoint() ? 1 : 0;
            welch += jmh.welchSaysDifferent() ? 1 : 0;
            System.out.println(record.progress("5 % more work", wanted));
        }
        MethodRecord.note(
                "seen.txt",
                "5 % more work, profile quick: " + record.verdicts("SLOWER") + " of " + record.size() + " SLOWER, "
                        + record.verdicts("INCONCLUSIVE") + " INCONCLUSIVE, " + record.without(1)
                        + " intervals without 1, " + record.without(1.05)
                        + " without 1.05; plain JMH in this call, 9 forks a"
                        + " side: " + disjoint + " of " + jmhs + " with disjoint bars of 99.9 %, " + welch
                        + " by Welch");
        assertEquals(0, record.verdicts("FASTER"));
        assertEquals(record.size(), record.above(), "every point is on the right side");
    }
}
