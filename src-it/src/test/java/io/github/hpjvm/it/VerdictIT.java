package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Load;
import io.github.hpjvm.it.lab.MethodRecord;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The verdicts of campaigns on a noisy machine. {@code -Dhp.verdict.campaigns=N} makes N campaigns instead of the number
 * that the proof takes. Each campaign adds a line to {@code target/method/verdicts.txt}.
 */
class VerdictIT {
    private static final Duration LIMIT = Duration.ofMinutes(15);

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
    }

    /** Returns whether {@code -Dhp.verdict.loads} names this load; true for each load without the property. */
    private static boolean isWanted(Load.Kind kind) {
        String loads = System.getProperty("hp.verdict.loads", "");
        return loads.isEmpty()
                || List.of(loads.toUpperCase(Locale.ROOT).split(",")).contains(kind.name());
    }

    private static int campaigns(int proof) {
        return Integer.getInteger("hp.verdict.campaigns", proof);
    }

    private Results measure(int number, Object... options) {
        Path out = folder.resolve("campaign" + number);
        Program.Ended ended = Cli.with("bench", "run", "-o", out)
                .with(options)
                .setAll(HOST.handOver())
                .limit(LIMIT)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return Results.in(out);
    }

    /** Returns whether the interval lies within 1 % of 1, whatever the verdict is. */
    private static boolean isSmall(JsonNode comparison) {
        return comparison.at("/ci95/0").asDouble() >= 0.99
                && comparison.at("/ci95/1").asDouble(2) <= 1.01;
    }

    private static String brief(JsonNode comparison) {
        return String.format(
                "%.4f [%.4f, %.4f] %s",
                comparison.get("ratio").asDouble(),
                comparison.at("/ci95/0").asDouble(),
                comparison.at("/ci95/1").asDouble(),
                comparison.get("verdict").asText());
    }

    /** Campaigns of two minutes with 0, 3 and 5 % more work, beside an endless loop on each CPU. */
    @Test
    void moreWorkIsFoundBesideEndlessLoops() throws IOException {
        MethodRecord record = new MethodRecord("known-cost-loops");
        int campaigns = campaigns(20);
        int wrong = 0;
        int three = 0;
        int five = 0;
        try (Load load = Load.of(Load.Kind.LOOPS, folder)) {
            for (int i = 1; i <= campaigns; i++) {
                Results results = measure(
                        i,
                        "--workloads",
                        "KnownCost",
                        "--variants",
                        "extra0a,extra0b,extra3a,extra5a",
                        "--budget",
                        "2m");
                assertTrue(load.isAlive());
                record.add(results);
                for (String same : new String[] {"extra0a", "extra0b"}) {
                    String verdict = results.comparison(same).get("verdict").asText();
                    wrong += verdict.equals("FASTER") || verdict.equals("SLOWER") ? 1 : 0;
                }
                three += isSlower(results, "extra3a") ? 1 : 0;
                five += isSlower(results, "extra5a") ? 1 : 0;
                MethodRecord.note(
                        "verdicts.txt",
                        "KnownCost, loops, campaign " + i + ": 0 %: " + brief(results.comparison("extra0a")) + ", "
                                + brief(results.comparison("extra0b")) + "; 3 %: "
                                + brief(results.comparison("extra3a"))
                                + "; 5 %: " + brief(results.comparison("extra5a")));
            }
        }
        MethodRecord.note(
                "verdicts.txt",
                "KnownCost, loops: 3 % found in " + three + " and 5 % in " + five + " of " + campaigns + " campaigns; "
                        + wrong + " of " + 2 * campaigns + " equal variants called different");
        assertTrue(wrong <= Math.max(1, campaigns / 20), wrong + " false verdicts");
        assertTrue(three >= campaigns * 18 / 20, three + " of " + campaigns);
        assertEquals(campaigns, five);
    }

    private static boolean isSlower(Results results, String variant) {
        return results.comparison(variant).get("verdict").asText().equals("SLOWER");
    }

    /** README's command: a gain at 100 MB and 1 GB, none at 1 and 10 KB, in six minutes. */
    @ParameterizedTest
    @EnumSource(Load.Kind.class)
    void defaultCampaignHasVerdicts(Load.Kind kind) throws IOException {
        Needs.root();
        Needs.that(isWanted(kind), "hp.verdict.loads with " + kind);
        MethodRecord record = new MethodRecord(kind.name().toLowerCase(Locale.ROOT));
        int campaigns = campaigns(10);
        int right = 0;
        try (Load load = Load.of(kind, folder)) {
            for (int i = 1; i <= campaigns; i++) {
                HostState before = HostState.now();
                long start = System.nanoTime();
                Results results = measure(i, "--profile", "quick", "--provision");
                long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
                assertEquals(before, HostState.now());
                assertTrue(load.isAlive());
                record.add(results);
                Map<String, String> failures = failures(results);
                right += failures.isEmpty() && seconds <= 360 ? 1 : 0;
                MethodRecord.note(
                        "verdicts.txt",
                        "default command, " + kind + ", campaign " + i + ": " + seconds + " s, "
                                + (failures.isEmpty() ? "all verdicts as required" : failures.toString()) + "; "
                                + all(results));
            }
        }
        MethodRecord.note(
                "verdicts.txt",
                "default command, " + kind + ": " + right + " of " + campaigns + " with all verdicts in 360 s");
        assertTrue(right >= campaigns * 9 / 10, right + " of " + campaigns);
    }

    /** Compares half of the widths of intervals at five sizes, by turns and by forks, by CPU and by wall time. */
    @ParameterizedTest
    @EnumSource(Load.Kind.class)
    void turnsNarrowTheIntervals(Load.Kind kind) throws IOException {
        Needs.that(isWanted(kind), "hp.verdict.loads with " + kind);
        Map<String, Double> logs = new LinkedHashMap<>();
        try (Load load = Load.of(kind, folder)) {
            for (String interleave : new String[] {"slices", "forks"}) {
                long start = System.nanoTime();
                Results results = measure(
                        interleave.length(),
                        "--workloads",
                        "ByteArrayTouch",
                        "--params",
                        "size=1000,10000,1000000,10000000,100000000",
                        "--variants",
                        "thp",
                        "--interleave",
                        interleave,
                        "--rounds",
                        "6");
                assertTrue(load.isAlive());
                for (JsonNode it : results.root().get("comparisons")) {
                    for (String clock : new String[] {"cpu", "wall"}) {
                        logs.merge(interleave + " " + clock, halfWidth(it.at("/" + clock + "/ci95")), Double::sum);
                        MethodRecord.note(
                                "widths.txt",
                                String.format(
                                        "%s %s %s %s: %.2f %%",
                                        kind,
                                        it.at("/params/size").asText(),
                                        interleave,
                                        clock,
                                        100 * halfWidth(it.at("/" + clock + "/ci95"))));
                    }
                }
                MethodRecord.note(
                        "widths.txt",
                        kind + " " + interleave + ": "
                                + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
            }
        }
        assertTrue(logs.get("slices cpu") < logs.get("forks wall"), logs.toString());
    }

    private static double halfWidth(JsonNode ci95) {
        return Math.log(ci95.get(1).asDouble() / ci95.get(0).asDouble()) / 2;
    }

    /** Forks that are alive together share caches and memory; the ratio must be the one of forks alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ByteArrayTouch size=1000000,100000000",
                "HashMapGet entries=1000,1000000",
                "PointerChase nodes=1000,1000000",
                "SequentialScan mebibytes=256",
                "CodeFootprint methods=40,4000",
                "TlbReach[.] pages=256,16384",
                "TlbReachPacked lines=256,65536"
            })
    void turnsGiveTheRatioOfForks(String subject) throws IOException {
        String[] words = subject.split(" ");
        List<Results> both = new ArrayList<>();
        for (String interleave : new String[] {"slices", "forks"}) {
            both.add(measure(
                    interleave.length(),
                    "--workloads",
                    words[0],
                    "--params",
                    words[1],
                    "--variants",
                    "thp",
                    "--interleave",
                    interleave,
                    "--rounds",
                    "8"));
        }
        List<String> apart = new ArrayList<>();
        for (JsonNode slices : both.get(0).root().get("comparisons")) {
            for (JsonNode forks : both.get(1).root().get("comparisons")) {
                if (slices.get("params").equals(forks.get("params"))) {
                    String line = words[0] + " " + slices.get("params") + ": slices " + brief(slices) + ", forks "
                            + brief(forks);
                    MethodRecord.note("bias.txt", line);
                    if (areApart(slices, forks)) {
                        apart.add(line);
                    }
                }
            }
        }
        assertEquals(List.of(), apart);
    }

    private static boolean areApart(JsonNode one, JsonNode other) {
        if (!one.hasNonNull("ci95") || !other.hasNonNull("ci95")) {
            return false;
        }
        return one.at("/ci95/0").asDouble() > other.at("/ci95/1").asDouble()
                || one.at("/ci95/1").asDouble() < other.at("/ci95/0").asDouble();
    }

    /** A program that reads a gigabyte at random has a verdict in a campaign of 60 seconds, under load. */
    @ParameterizedTest
    @EnumSource(Load.Kind.class)
    void tryHasAVerdictInAMinute(Load.Kind kind) throws IOException {
        Needs.that(isWanted(kind), "hp.verdict.loads with " + kind);
        Path classes = JavaSource.compiled(folder, "RandomGigabyte", """
                public class RandomGigabyte {
                    public static void main(String[] args) {
                        long[] memory = new long[1 << 27];
                        long at = 1;
                        for (int i = 0; i < 4_000_000; i++) {
                            at = at * 6364136223846793005L + 1442695040888963407L + memory[(int) (at >>> 37)];
                        }
                        System.out.println(at);
                    }
                }
                """);
        int campaigns = campaigns(3);
        int found = 0;
        try (Load load = Load.of(kind, folder)) {
            for (int i = 1; i <= campaigns; i++) {
                Path out = folder.resolve("try" + i);
                Program.Ended ended = Cli.with("try", "-o", out, "--variants", "thp", "--budget", "60s", "--")
                        .with(Jdks.running().java(), "-Xms1200m", "-Xmx1200m", "-cp", classes, "RandomGigabyte")
                        .setAll(HOST.handOver())
                        .limit(LIMIT)
                        .run();
                assertEquals(0, ended.exitCode(), ended.err());
                JsonNode thp = Results.in(out).comparison("thp");
                found += thp.get("verdict").asText().equals("FASTER") ? 1 : 0;
                MethodRecord.note("try.txt", kind + " campaign " + i + ": " + brief(thp));
            }
            assertTrue(load.isAlive());
        }
        assertEquals(campaigns, found);
    }

    private static Map<String, String> failures(Results results) {
        Map<String, String> failures = new LinkedHashMap<>();
        for (JsonNode it : results.root().get("comparisons")) {
            long size = it.at("/params/size").asLong();
            boolean right =
                    size >= 100_000_000 ? it.get("verdict").asText().equals("FASTER") : size > 10_000 || isSmall(it);
            if (!right) {
                failures.put(it.get("variant").asText() + " at " + size, brief(it));
            }
        }
        return failures;
    }

    private static String all(Results results) {
        StringBuilder text = new StringBuilder();
        for (JsonNode it : results.root().get("comparisons")) {
            text.append(it.at("/params/size").asText())
                    .append(' ')
                    .append(it.get("variant").asText())
                    .append(' ')
                    .append(brief(it))
                    .append(", ");
        }
        return text.toString();
    }
}
