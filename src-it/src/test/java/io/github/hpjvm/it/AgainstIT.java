package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ForeignJmh;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any A against any B: two commands, and two jars. Their reports are rendered again. */
class AgainstIT extends TryScene {
    /** Does an amount of work, and prints a distribution of times as HdrHistogram does, proportional to it. */
    private static final String AMOUNT = """
            public class Amount {
                public static void main(String[] a) {
                    long work = Long.parseLong(a[0]);
                    long[] heap = new long[8 << 17];
                    long sum = 1;
                    for (long i = 0; i < work * 1000000L; i++) {
                        sum = sum * 31 + i;
                        heap[(int) (i & (heap.length - 1))] = sum;
                    }
                    System.out.println("       Value     Percentile TotalCount 1/(1-Percentile)");
                    System.out.println("       " + work + ".0     0.000000          1           1.00");
                    System.out.println("       " + work * 2 + ".0     0.500000        500           2.00");
                    System.out.println("       " + work * 9 + ".0     1.000000       1000");
                    System.out.println("#[Mean    =     " + work * 3 + ".0, StdDeviation   =        0.5]");
                    System.out.println("#[Max     =     " + work * 9 + ".0, Total count    =       1000]");
                    if (sum == 42) {
                        System.out.println(heap[7]);
                    }
                }
            }
            """;

    private String amount(int work) {
        return String.join(
                " ",
                Jdks.running().java().toString(),
                "-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp",
                JavaSource.compiled(folder, "Amount", AMOUNT).toString(),
                "Amount",
                Integer.toString(work));
    }

    private Program.Ended tried(int a, int b) {
        return Cli.with("try", "--rounds", "6", "-o", attempt.out())
                .with("--metric", "hdr:-", "--a", amount(a), "--b", amount(b))
                .setAll(HOST.handOver())
                .run();
    }

    @Test
    @Tag("slow")
    void comparesTwoCommandsByAllFiguresOfADistribution() throws IOException {
        Results results = done(tried(20, 40));
        JsonNode comparison = results.root().at("/comparisons/0");
        assertEquals("b", comparison.get("variant").asText());
        assertEquals("SLOWER", comparison.get("verdict").asText(), comparison::toString);
        assertEquals(2, comparison.get("ratio").asDouble(), 1e-9, "the median of b is twice that of a");
        List<String> names = results.root().get("metrics").findValuesAsText("metric");
        assertEquals(List.of("p50", "p75", "p95", "p98", "p99", "mean", "max", "min"), names);
        for (JsonNode metric : results.root().get("metrics")) {
            assertEquals(2, metric.get("ratio").asDouble(), 1e-9, metric::toString);
            assertEquals(2, metric.at("/ci95/0").asDouble(), 1e-9, metric::toString);
        }
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
        }
        rendersTheSame();
    }

    @Test
    @Tag("slow")
    void comparesTwoJars() throws IOException {
        Path jar = ForeignJmh.benchmarks(folder);
        Path other = Files.copy(jar, folder.resolve("head.jar"));
        Program.Ended ended = Cli.with("bench", "run", "--jar", jar, "--against", other, "--rounds", "1")
                .with("-o", attempt.out(), "CompilerHintsBench.baseNI_baseline", "--")
                .with("-wi", "1", "-w", "100ms", "-i", "1", "-r", "100ms", "-jvmArgs", "-Xmx64m")
                .setAll(HOST.handOver())
                .run();
        Results results = done(ended);
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
        }
        assertTrue(results.runs().stream().anyMatch(run -> run.variant().equals("b")), results.root()::toString);
        assertTrue(ended.out().contains("b (head.jar)"), ended.out());
        rendersTheSame();
    }

    /** All files of the campaign can be made again from results.json alone. */
    private void rendersTheSame() throws IOException {
        Path again = folder.resolve("again");
        Program.Ended ended = Cli.with("bench", "report", attempt.out(), "-o", again)
                .with("--export-markdown", again.resolve("out.md"), "--gate", ".*:b<=1000")
                .run();
        assertTrue(List.of(0, 3).contains(ended.exitCode()), ended.err());
        assertTrue(Files.size(again.resolve("out.md")) > 0);
        ended = Cli.with("bench", "report", attempt.out(), "-o", again).run();
        assertEquals(0, ended.exitCode(), ended.err());
        for (String name : List.of("report.txt", "report.html")) {
            assertEquals(Files.readString(attempt.out().resolve(name)), Files.readString(again.resolve(name)), name);
        }
        assertFalse(Files.exists(again.resolve("results.json")));
    }

    /** The answer is on the console, and the line names the file that did not fit. */
    @Test
    void aFullDiskDoesNotLoseTheAnswer() throws IOException {
        try (SmallDisk small = SmallDisk.mount(folder.resolve("small"), 64)) {
            Program.Ended ended = Cli.with(
                            "try", "--rounds", "1", "-o", small.folder().resolve("out"))
                    .with("--variant", "same=-Dsame=true", "--export-csv", folder.resolve("rounds.csv"), "--")
                    .with((Object[]) amount(5).split(" "))
                    .setAll(HOST.handOver())
                    .run();
            assertEquals(1, ended.exitCode(), ended.out() + ended.err());
            assertTrue(ended.out().contains("Result: same: "), ended.out());
            assertEquals(
                    1,
                    ended.err()
                            .lines()
                            .filter(line -> line.contains("report.html") && line.endsWith(": No space left on device"))
                            .count(),
                    ended.err());
            assertTrue(Files.size(folder.resolve("rounds.csv")) > 0, "another disk is not full");
            assertFalse(ended.err().contains("Exception"), ended.err());
        }
    }
}
