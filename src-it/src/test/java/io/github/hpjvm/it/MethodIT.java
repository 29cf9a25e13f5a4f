package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.CpuBurner;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.PlainJmh;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The method on a real machine: differences that are not there are not found, and one that is there is. What was seen is
 * left in {@code target/method.txt}. {@code -Dhp.lab.comparisons=N} makes it shorter than 100 comparisons.
 */
class MethodIT {
    private static final Duration TURN = Duration.ofSeconds(20);

    /** Variants in a campaign: they share its baseline and its noise floor, which saves half of the forks. */
    private static final int SIDE_BY_SIDE = 5;

    private static final int COMPARISONS = Integer.getInteger("hp.lab.comparisons", 100);

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
    }

    /** Comparisons of as many variants with baseline that do so much more work. */
    private List<JsonNode> compare(int percent, int campaign, String... options) {
        String variants = IntStream.range(0, SIDE_BY_SIDE)
                .mapToObj(i -> "extra" + percent + (char) ('a' + i))
                .collect(Collectors.joining(","));
        Path out = folder.resolve("campaign" + percent + "-" + campaign);
        Program.Ended ended = Cli.with("bench", "run", "--workloads", "KnownCost", "--variants", variants)
                .with("-o", out)
                .with((Object[]) options)
                .setAll(HOST.handOver())
                .limit(Duration.ofMinutes(30))
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        List<JsonNode> comparisons = new ArrayList<>();
        Results.in(out).root().get("comparisons").forEach(comparisons::add);
        assertEquals(SIDE_BY_SIDE, comparisons.size());
        return comparisons;
    }

    private static long verdicts(List<JsonNode> comparisons, String verdict) {
        return comparisons.stream()
                .filter(it -> it.get("verdict").asText().equals(verdict))
                .count();
    }

    private static long without(List<JsonNode> comparisons, double ratio) {
        return comparisons.stream()
                .filter(it -> it.get("ci95").get(0).asDouble() > ratio
                        || it.get("ci95").get(1).asDouble() < ratio)
                .count();
    }

    private static void note(String line) throws IOException {
        Path file = Path.of("target", "method.txt");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file, line + "\n", java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
    }

    @Test
    void whatIsNotThereIsNotFoundWhileSomebodyElseBurnsACpuEveryOtherTwentySeconds() throws IOException {
        List<JsonNode> all = new ArrayList<>();
        CpuBurner burner = CpuBurner.every(TURN);
        try {
            while (all.size() < COMPARISONS) {
                all.addAll(compare(0, all.size(), "--profile", "smoke", "--rounds", "6"));
            }
        } finally {
            burner.close();
        }
        long found = verdicts(all, "FASTER") + verdicts(all, "SLOWER");
        note("A/A under a CPU burner: " + found + " of " + all.size() + " FASTER or SLOWER; " + without(all, 1)
                + " intervals without 1");
        assertTrue(found <= all.size() / 10, found + " of " + all.size());
    }

    @Test
    void fivePerCentMoreWorkIsFoundAndNeverCalledLess() throws IOException {
        List<JsonNode> all = new ArrayList<>();
        List<PlainJmh> jmh = new ArrayList<>();
        int wanted = Math.max(SIDE_BY_SIDE, COMPARISONS / 5);
        while (all.size() < wanted) {
            all.addAll(compare(5, all.size()));
        }
        // As many forks as a comparison of ours has with its own baseline and twin: 3 x 6.
        for (int i = 0; i < wanted / SIDE_BY_SIDE; i++) {
            jmh.add(PlainJmh.measure(9, 5, folder));
        }
        note("5 % more work, profile quick: " + verdicts(all, "SLOWER") + " of " + all.size() + " SLOWER, "
                + verdicts(all, "INCONCLUSIVE") + " INCONCLUSIVE, " + without(all, 1)
                + " intervals without 1; plain JMH, 9 forks a side: "
                + jmh.stream().filter(PlainJmh::barsAreDisjoint).count() + " of " + jmh.size()
                + " with disjoint bars of 99.9 %, "
                + jmh.stream().filter(PlainJmh::welchSaysDifferent).count() + " by Welch");
        assertEquals(0, verdicts(all, "FASTER"));
        assertTrue(all.stream().allMatch(it -> it.get("ratio").asDouble() > 1), "every point is on the right side");
    }
}
