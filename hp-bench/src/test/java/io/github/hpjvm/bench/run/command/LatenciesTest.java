package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.error.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of load generators: logs and distributions of HdrHistogram, and summaries of k6. */
class LatenciesTest {
    private static final long SEED = 4;
    private static final List<String> FIGURES = List.of("p50", "p75", "p95", "p98", "p99", "mean", "max", "min");

    /** What wrk2 prints with --latency, shortened. */
    private static final String WRK2 = """
            Running 10s test @ http://localhost:8080/
              Latency Distribution (HdrHistogram - Recorded Latency)
             50.000%    1.06ms
              Detailed Percentile spectrum:
                   Value   Percentile   TotalCount 1/(1-Percentile)

                   0.052     0.000000            1         1.00
                   0.697     0.500000        10000         2.00
                   1.353     0.750000        15000         4.00
                   3.770     0.950000        19000        20.00
                   5.454     0.981250        19625        53.33
                   6.857     0.990625        19813       106.67
                  16.415     1.000000        20000          inf
            #[Mean    =        1.173, StdDeviation   =        0.910]
            #[Max     =       16.415, Total count    =        20000]
            #[Buckets =           27, SubBuckets     =         2048]
            ----------------------------------------------------------
              20000 requests in 10.00s, 2.00MB read
            Requests/sec:   2000.00
            """;

    @TempDir
    private Path temp;

    private static Histogram random(Random random, int count) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < count; i++) {
            histogram.recordValue(1000 + (long) (1e6 * -Math.log(1 - random.nextDouble())));
        }
        return histogram;
    }

    private static String log(Map<String, List<Histogram>> intervals) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        writer.outputLogFormatVersion();
        writer.outputStartTime(1_700_000_000_000L);
        writer.outputLegend();
        intervals.forEach((tag, all) -> all.forEach(one -> {
            if (!tag.isEmpty()) {
                one.setTag(tag);
            }
            one.setStartTimeStamp(1000);
            one.setEndTimeStamp(2000);
            writer.outputIntervalHistogram(one);
        }));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static double of(Histogram histogram, String figure) {
        return switch (figure) {
            case "mean" -> histogram.getMean();
            case "max" -> histogram.getMaxValue();
            case "min" -> histogram.getMinValue();
            default -> histogram.getValueAtPercentile(Double.parseDouble(figure.substring(1)));
        };
    }

    /** The intervals of a log are one histogram. */
    @Test
    void addsUpTheIntervalsOfALog() {
        Random random = new Random(SEED);
        List<Histogram> intervals = List.of(random(random, 1000), random(random, 500), random(random, 2000));
        Histogram all = new Histogram(3);
        intervals.forEach(all::add);
        Latencies latencies = Latencies.ofHdr(log(Map.of("", intervals)));
        for (String figure : FIGURES) {
            assertEquals(of(all, figure), latencies.figure(figure).orElseThrow(), 1e-6 * of(all, figure), figure);
        }
        assertEquals(OptionalDouble.empty(), latencies.figure("other/p99"));
    }

    @Test
    void aTagSelectsItsIntervals() {
        Random random = new Random(SEED);
        Histogram warm = random(random, 100);
        Histogram steady = random(random, 1000);
        Latencies latencies = Latencies.ofHdr(log(Map.of("warm", List.of(warm), "steady", List.of(steady))));
        assertEquals(of(steady, "p99"), latencies.figure("steady/p99").orElseThrow());
        assertEquals(OptionalDouble.empty(), latencies.figure("p99"), "it is not clear which");
    }

    @Test
    void aDamagedLogHasNoFigures() {
        String log = log(Map.of("", List.of(random(new Random(SEED), 100))));
        Random random = new Random(SEED);
        for (int draw = 0; draw < 200; draw++) {
            StringBuilder damaged = new StringBuilder(log);
            for (int i = 0; i < 3; i++) {
                damaged.setCharAt(log.length() - 3 - random.nextInt(100), (char) ('A' + random.nextInt(26)));
            }
            Latencies.ofHdr(damaged.toString()).figure("p99");
        }
        assertEquals(
                OptionalDouble.empty(),
                Latencies.ofHdr("0.1,1.0,2.7,AAAAAAAAAAAA").figure("p99"));
        assertEquals(OptionalDouble.empty(), Latencies.ofHdr("").figure("max"));
    }

    /** The table of a report on a service with and without huge pages: max, mean, min, p50 to p99. */
    @Test
    void readsThePercentilesThatWrk2Prints() {
        PercentileText text = new PercentileText();
        WRK2.lines().forEach(text::accept);
        assertEquals(
                List.of(0.697, 1.353, 3.77, 5.454, 6.857, 1.173, 16.415, 0.052),
                FIGURES.stream().map(it -> text.figure(it).orElseThrow()).toList());
        assertEquals(OptionalDouble.of(16.415), text.figure("p99.9"));
        assertEquals(OptionalDouble.empty(), new PercentileText().figure("p99"));
    }

    /** As text and as CSV, with the scale that the writer chose. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void readsTheDistributionThatTheLibraryPrints(boolean csv) {
        Histogram histogram = random(new Random(SEED), 10_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        histogram.outputPercentileDistribution(new PrintStream(bytes, true, StandardCharsets.UTF_8), 5, 1000.0, csv);
        Latencies latencies = Latencies.ofHdr(bytes.toString(StandardCharsets.UTF_8));
        for (String figure : List.of("p50", "p75", "p95", "max", "min")) {
            assertEquals(
                    of(histogram, figure) / 1000,
                    latencies.figure(figure).orElseThrow(),
                    0.002 * of(histogram, figure) / 1000,
                    figure);
        }
    }

    @Test
    void readsTheSummariesOfK6() {
        String export = "{\"metrics\":{\"http_req_duration\":{\"avg\":1.5,\"min\":0.1,\"med\":1.2,\"max\":9,"
                + "\"p(90)\":3.5,\"p(95)\":4.25},\"iterations\":{\"count\":100,\"rate\":9.9}}}";
        String summary = "{\"metrics\":{\"http_req_duration\":{\"type\":\"trend\",\"contains\":\"time\",\"values\":"
                + "{\"avg\":1.5,\"min\":0.1,\"med\":1.2,\"max\":9,\"p(90)\":3.5,\"p(95)\":4.25}},"
                + "\"iterations\":{\"type\":\"counter\",\"values\":{\"count\":100,\"rate\":9.9}}}}";
        // Written by k6 1.8.1 with --new-machine-readable-summary, and shortened.
        String listed =
                "{\"config\":{\"duration\":3.0},\"results\":{\"checks\":{\"metrics\":[]},\"metrics\":[{\"contains\":"
                        + "\"time\",\"name\":\"http_req_duration\",\"type\":\"trend\",\"values\":{\"avg\":1.5,\"max\":9,\"med\":1.2,"
                        + "\"min\":0.1,\"p90\":3.5,\"p95\":4.25}},{\"name\":\"iterations\",\"type\":\"counter\",\"values\":"
                        + "{\"count\":100,\"rate\":9.9}}]},\"version\":\"1.0.0\"}";
        for (String text : List.of(export, summary, listed)) {
            Latencies latencies = K6Summary.parse(text);
            assertEquals(OptionalDouble.of(4.25), latencies.figure("http_req_duration.p(95)"));
            assertEquals(OptionalDouble.of(4.25), latencies.figure("http_req_duration.p95"));
            assertEquals(OptionalDouble.of(1.2), latencies.figure("http_req_duration.p50"));
            assertEquals(OptionalDouble.of(1.5), latencies.figure("http_req_duration.mean"));
            assertEquals(OptionalDouble.of(9.9), latencies.figure("iterations.rate"));
            assertEquals(OptionalDouble.empty(), latencies.figure("http_req_duration.p(99)"));
            assertEquals(OptionalDouble.empty(), latencies.figure("nothing"));
        }
        assertEquals(OptionalDouble.empty(), K6Summary.parse("[").figure("a.b"));
        assertEquals(OptionalDouble.empty(), K6Summary.parse("[]").figure("a.b"));
    }

    @Test
    void aTextWithoutAFigureMeansEight() {
        List<Metric> metrics = Metric.all("hdr:run.hdr");
        assertEquals(FIGURES, metrics.stream().map(Metric::unit).toList());
        assertTrue(metrics.stream().allMatch(it -> it.recording().orElseThrow().isTime()));
        assertEquals("hdr:run.hdr#p50", metrics.get(0).recording().orElseThrow().toString());
        Metric p95 = Metric.all("slow=k6:out.json#http_req_duration.p(95)").get(0);
        assertEquals("slow", p95.unit());
        assertFalse(Metric.all("k6:a.json#iterations.rate")
                .get(0)
                .recording()
                .orElseThrow()
                .isTime());
    }

    /** A pattern that begins like a file is a pattern if it has a group. */
    @Test
    void aPatternIsNoFile() {
        assertEquals(Optional.empty(), Metric.all("hdr: ([0-9.]+) ms").get(0).recording());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hdr:run.hdr#p100.5|is not one of max, mean, min and percentiles such as p99",
                "hdr:run.hdr#median|is not one of max, mean, min and percentiles such as p99",
                "p99=hdr:run.hdr|has a name and no figure; type p99=hdr:run.hdr#p99",
                "k6:-|needs the file of --summary-export or handleSummary"
            })
    void refusesUnknownFigures(String text, String message) {
        String said = assertThrows(UsageException.class, () -> Metric.all(text)).getMessage();
        assertTrue(said.contains(message), said);
    }

    /** A file that the run did not write is one of an earlier run, and does not count. */
    @Test
    void aFileOfAnEarlierRunDoesNotCount() throws IOException {
        Path file = temp.resolve("8080.hdr");
        List<Metric> metrics = Metric.all("hdr:" + temp.resolve("{port}.hdr"));
        Files.writeString(file, WRK2);
        OutputScan output = new OutputScan(metrics, Optional.empty(), Optional.of(new ServerPort(8080)));
        output.readFiles();
        assertEquals(OptionalDouble.empty(), output.number());
        Files.writeString(file, WRK2 + "\n");
        OutputScan again = new OutputScan(metrics, Optional.empty(), Optional.of(new ServerPort(8080)));
        Files.writeString(file, WRK2 + "\n\n");
        again.readFiles();
        assertEquals(OptionalDouble.of(0.697), again.number());
        assertEquals(FIGURES, List.copyOf(again.numbers().keySet()));
        assertEquals(new MetricNumbers(List.of(6.857), ""), again.numbers().get("p99"));
    }

    /** Of a log that grows from run to run, the intervals of this run count. */
    @Test
    void theIntervalsOfEarlierRunsDoNotCount() throws IOException {
        Random random = new Random(SEED);
        Path file = temp.resolve("run.hdr");
        Histogram first = random(random, 1000);
        Histogram second = random(random, 10);
        String earlier = log(Map.of("", List.of(first)));
        Files.writeString(file, earlier);
        OutputScan appended = new OutputScan(Metric.all("hdr:" + file + "#max"), Optional.empty());
        Files.writeString(file, earlier + log(Map.of("", List.of(second))));
        appended.readFiles();
        assertEquals(OptionalDouble.of(second.getMaxValue()), appended.number());
        OutputScan replaced = new OutputScan(Metric.all("hdr:" + file + "#max"), Optional.empty());
        String later = log(Map.of("", List.of(second, first, second))).replace("1.000", "1.001");
        Files.writeString(file, later + later);
        replaced.readFiles();
        assertEquals(OptionalDouble.of(first.getMaxValue()), replaced.number());
    }

    /** The log of a long campaign gets longer than the limit of a text. */
    @Test
    void ofALongLogOnlyTheNewIntervalsAreRead() throws IOException {
        Random random = new Random(SEED);
        Path file = temp.resolve("long.hdr");
        Histogram first = random(random, 1000);
        Histogram second = random(random, 10);
        String earlier = log(Map.of("", List.of(first, first, first)));
        String more = log(Map.of("", List.of(second)));
        Bytes limit = new Bytes(earlier.length());
        List<Metric> metrics = Metric.all("hdr:" + file + "#max");
        LoadFigure figure = metrics.get(0).recording().orElseThrow();
        Files.writeString(file, earlier);
        for (int run = 1; run <= 3; run++) {
            RecordedFiles files = new RecordedFiles(metrics, Optional.empty(), limit);
            Files.writeString(file, more, StandardOpenOption.APPEND);
            assertEquals(
                    OptionalDouble.of(second.getMaxValue()), files.figure(figure, new PercentileText()), "run " + run);
        }
        RecordedFiles replaced = new RecordedFiles(metrics, Optional.empty(), limit);
        Files.writeString(file, (earlier + more + more + more + more).replace("1.000", "1.001"));
        assertEquals(OptionalDouble.empty(), replaced.figure(figure, new PercentileText()));
        assertEquals(
                Optional.of("the file is longer than " + limit + "; write one for each run"), replaced.why(figure));
    }

    @Test
    void aMissingFigureHasItsReason() throws IOException {
        String tags = log(
                Map.of("warm", List.of(random(new Random(SEED), 9)), "steady", List.of(random(new Random(SEED), 9))));
        Map<String, String> reasons = Map.of(
                "hdr:a#p99", "the log has the tags steady, warm; type one, as in steady/p99",
                "hdr:a#cold/p99", "the log has the tags steady, warm; type one, as in steady/p99",
                "hdr:b#p99", "it has neither a log nor a percentile distribution of HdrHistogram",
                "k6:h#x.med", "it is not JSON, at line 1, column ",
                "k6:c#x.p99", "x has only med, p(95)",
                "k6:c#y.p99", "it has no such metric",
                "k6:d#x.med", "it is no summary of k6",
                "k6:e#x.med", "there is no such file",
                "k6:f#x.med", "the run did not write the file",
                "k6:g#x.rate", "of points there are med, avg, min, max and percentiles; ");
        Files.writeString(temp.resolve("f"), "{}");
        List<String> names = List.copyOf(reasons.keySet());
        List<Metric> metrics = names.stream()
                .map(it -> Metric.all(it.replaceFirst(":", ":" + temp + "/")).get(0))
                .toList();
        RecordedFiles files = new RecordedFiles(metrics, Optional.empty());
        Files.writeString(temp.resolve("a"), tags);
        Files.writeString(temp.resolve("b"), "no figures");
        Files.writeString(temp.resolve("h"), "no figures");
        Files.writeString(temp.resolve("c"), "{\"metrics\":{\"x\":{\"med\":1,\"p(95)\":2,\"type\":\"trend\"}}}");
        Files.writeString(temp.resolve("d"), "{\"a\":1}");
        Files.writeString(temp.resolve("g"), point("x", 1));
        for (int i = 0; i < names.size(); i++) {
            LoadFigure figure = metrics.get(i).recording().orElseThrow();
            assertEquals(OptionalDouble.empty(), files.figure(figure, new PercentileText()), names.get(i));
            String why = files.why(figure).orElseThrow();
            assertTrue(why.startsWith(reasons.get(names.get(i))), names.get(i) + ": " + why);
        }
    }

    private static String point(String metric, double value) {
        return "{\"metric\":\"" + metric
                + "\",\"type\":\"Point\",\"data\":{\"time\":\"2026-01-01T00:00:00Z\",\"value\":" + value
                + ",\"tags\":{\"url\":\"http://localhost\"}}}\n";
    }

    /** Written by {@code k6 run --out json}; the figures are those of its summary, which interpolates. */
    @Test
    void readsThePointsOfK6() {
        StringBuilder lines =
                new StringBuilder("{\"type\":\"Metric\",\"data\":{\"name\":\"http_req_duration\",\"type\":"
                        + "\"trend\",\"contains\":\"time\"},\"metric\":\"http_req_duration\"}\n");
        for (int i = 10; i >= 1; i--) {
            lines.append(point("http_req_duration", i)).append(point("iterations", 1));
        }
        lines.append("{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"da");
        Latencies latencies = K6Summary.parse(lines.toString());
        assertEquals(OptionalDouble.of(5.5), latencies.figure("http_req_duration.med"));
        assertEquals(OptionalDouble.of(5.5), latencies.figure("http_req_duration.p50"));
        assertEquals(9.1, latencies.figure("http_req_duration.p(90)").orElseThrow(), 1e-9);
        assertEquals(9.991, latencies.figure("http_req_duration.p99.9").orElseThrow(), 1e-9);
        assertEquals(OptionalDouble.of(5.5), latencies.figure("http_req_duration.mean"));
        assertEquals(OptionalDouble.of(1), latencies.figure("http_req_duration.min"));
        assertEquals(OptionalDouble.of(10), latencies.figure("http_req_duration.max"));
        assertEquals(OptionalDouble.empty(), latencies.figure("http_req_duration.rate"));
        assertEquals(OptionalDouble.empty(), latencies.figure("absent.med"));
    }

    @Test
    void readsTheDistributionInTheOutput() {
        OutputScan output = new OutputScan(Metric.all("hdr:-#p99"), Optional.empty());
        WRK2.lines().forEach(output::accept);
        output.readFiles();
        assertEquals(OptionalDouble.of(6.857), output.number());
    }

    /** Less of a time is better. For a rate the user says so. */
    @Test
    void theDirectionOfTimesIsKnown() {
        List<String> command = List.of("./bench.sh");
        assertFalse(TryOptions.parse(command, Map.of("metric", "hdr:a.hdr#p99\nhdr:a.hdr"))
                .higherIsBetter());
        assertEquals(
                8,
                TryOptions.parse(command, Map.of("metric", "hdr:a.hdr#p99\nhdr:a.hdr"))
                        .metrics()
                        .size(),
                "p99 decides, and is there once");
        assertThrows(
                UsageException.class, () -> TryOptions.parse(command, Map.of("metric", "k6:a.json#iterations.rate")));
    }

    /** With -U, wrk2 prints a second distribution, without the time that requests waited. */
    @Test
    void theUncorrectedDistributionOfWrk2DoesNotCount() {
        String uncorrected = WRK2.substring(WRK2.indexOf("  Latency"))
                .replace(
                        "Recorded Latency", "Uncorrected Latency (measured without taking delayed starts into account)")
                .replace("5.454", "0.054");
        PercentileText text = new PercentileText();
        (WRK2 + "\n" + uncorrected).lines().forEach(text::accept);
        assertEquals(OptionalDouble.of(6.857), text.figure("p99"));
        assertEquals(OptionalDouble.of(5.454), text.figure("p98"));
        assertEquals(OptionalDouble.of(1.173), text.figure("mean"));
        WRK2.replace("5.454", "7.5").lines().forEach(text::accept);
        assertEquals(OptionalDouble.of(7.5), text.figure("p98"), "a second run");
        PercentileText alone = new PercentileText();
        uncorrected.lines().forEach(alone::accept);
        assertEquals(OptionalDouble.empty(), alone.figure("p98"));
    }

    /** Of a figure that is named and also one of the usual ones, the name decides that it must be there. */
    @ParameterizedTest
    @CsvSource({"hdr:run.hdr#p99,hdr:run.hdr,p99", "hdr:run.hdr,hdr:run.hdr#p99,p50"})
    void aFigureThatIsNamedMustBeThere(String one, String other, String first) {
        List<Metric> both = new ArrayList<>(Metric.all(one));
        both.addAll(Metric.all(other));
        List<Metric> distinct = Metric.distinct(both);
        assertEquals(FIGURES.size(), distinct.size());
        assertEquals(first, distinct.get(0).unit());
        assertEquals(
                List.of("p99"),
                distinct.stream()
                        .filter(it -> !it.mayBeAbsent())
                        .map(Metric::unit)
                        .toList());
    }
}
