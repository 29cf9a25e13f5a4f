package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tps = ([0-9.]+) | tps = 1234.5 (without initial connection time) | 1234.5",
                "Requests/sec: +([0-9.]+) | Requests/sec:   98765.43 | 98765.43",
                "took ([0-9.E+-]+) | took 1.5E3 ms | 1500",
                "total: ([0-9,.]+) | total: 1,234,567.8 | 1234567.8",
                "total: (.*) ops | total:  42  ops | 42",
                "ops = ([0-9.]+) | ops = 1.0234E7 | 10234000",
                "ops = ([0-9.]+) | ops = 5.0E-4 s | 0.5",
                "ops = ([0-9.]+)E7 | ops = 1.0234E7 | 1.0234",
                "ops = ([0-9]+), | ops = 12,345 | 12",
                "ops = ([0-9]+) | ops = 12,3456 | 12",
                "^([0-9]+) | 1234,567,9 | 1234",
                "total ([0-9.]+) | total 1m30.5s | 90500",
                "total ([0-9.]+) | total 59.9s | 59900",
                "total ([0-9.]+) | total 2h0m1s | 7201000",
            })
    void parsesNumbersInAllNotations(String regex, String line, double number) {
        Locales.each(() ->
                assertEquals(OptionalDouble.of(number), Metric.parse(regex).in(line)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tps = ([0-9.]+) | no such thing",
                "tps = (.*) | tps = many",
                "tps = (.*) | tps = NaN",
                "tps = (.*) | tps = Infinity",
                "tps = (x)?y | tps = y",
                "total: (.*) | total: 1,2",
                "ops = ([0-9.]+) | ops = 1,234,567",
                "ops = ([0-9.]+) | ops = 1m3",
            })
    void ignoresTextThatIsNotANumber(String regex, String line) {
        assertEquals(OptionalDouble.empty(), Metric.parse(regex).in(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50% +([0-9.]+) |      50%  995.00us | 0.995",
                "50% +([0-9.]+) |      50%    1.01ms | 1.01",
                "50% +([0-9.]+) |      50%    1.01s | 1010",
                "50% +([0-9.]+) |      50%    2.00m | 120000",
                "Req/Sec +([0-9.]+) |    Req/Sec   998.00    512.00     1.52k    66.67% | 998",
                "Req/Sec +([0-9.]+) |    Req/Sec     1.02k   512.00     1.52k    66.67% | 1020",
                "p=([0-9.]+) | p=995\u00b5s | 0.995",
                "p=([0-9.]+) | p=995\u03bcs | 0.995",
                "p=([0-9.]+) | p=250 ns q=1 | 0.00025",
                "Req/Sec +([0-9.]+)k? |    Req/Sec   998.00    512.00     1.52k    66.67% | 998",
                "Req/Sec +([0-9.]+)k? |    Req/Sec     1.02k   512.00     1.52k    66.67% | 1020",
                "p=([0-9.]+)m?s | p=5ms | 5",
                "p=([0-9.]+)m?s | p=5s | 5000",
                "(?i)S ([0-9.]+) | s 5us | 0.005",
                "p[)][(]s=([0-9.]+)s | p)(s=5s | 5",
                "p=([0-9.]+)s | p=1.5s | 1.5",
                "p=([0-9.]+)us | p=1.5us | 1.5",
                "p=([0-9.]+) ?s | p=1.5 s | 1500",
                "p=([0-9.]+)[um]s | p=1.5us | 0.0015",
                "p=([0-9.]+)M | p=512M | 512",
                "p=([0-9.]+) | p=512MB | 512",
                "p=([0-9.]+) | p=3 runs | 3",
                "p=([0-9.]+) | p=3 m | 3",
                "p=([0-9.]+) | p=3s/op | 3",
            })
    void convertsTheUnitThatFollowsTheNumber(String regex, String line, double number) {
        assertEquals(number, Metric.parse(regex).in(line).orElseThrow(), 1e-9);
    }

    @Test
    void derivesTheUnitFromTheRegex() {
        assertEquals("tps", Metric.parse("tps = ([0-9.]+)").unit());
        assertEquals("Requests/sec", Metric.parse("^Requests/sec: +([0-9.]+)").unit());
        assertEquals("ms", Metric.parse("documents in ([0-9]+) ms").unit());
        assertEquals("ops/s", Metric.parse("total: ([0-9]+) ops/s$").unit());
        assertEquals("metric", Metric.parse("([0-9.]+) per second").unit());
    }

    @Test
    void requiresOneGroup() {
        for (String wrong : new String[] {"tps = [0-9.]+", "(tps) = ([0-9.]+)"}) {
            String message = assertThrows(UsageException.class, () -> Metric.parse(wrong))
                    .getMessage();
            assertTrue(message.contains("put one around the number"), message);
        }
        assertTrue(assertThrows(UsageException.class, () -> Metric.parse("(("))
                .getMessage()
                .contains("not a regular expression"));
    }

    @Test
    void aMetricMayHaveAName() {
        Metric metric = Metric.parse("p99=99% in ([0-9.]+) ms");
        assertEquals("p99", metric.unit());
        assertEquals(OptionalDouble.of(12.5), metric.in("99% in 12.5 ms"));
    }

    @Test
    void aPatternThatBeginsWithAWordAndAnEqualsSignIsNoName() {
        OutputScan output = new OutputScan(Optional.of(Metric.parse("total=([0-9]+) ms")), Optional.empty());
        output.accept("total=5 ms");
        output.accept("gc=12 ms");
        assertEquals(OptionalDouble.of(5), output.number());
        OutputScan group = new OutputScan(Optional.of(Metric.parse("total=([0-9]+)")), Optional.empty());
        group.accept("total=5");
        group.accept("7");
        assertEquals(OptionalDouble.of(5), group.number());
    }

    @Test
    void severalMetricsAreReadFromOneOutput() {
        OutputScan output = new OutputScan(
                List.of(Metric.parse("p50=\"p50\" : ([0-9.]+)"), Metric.parse("p99=\"p99\" : ([0-9.]+)")),
                Optional.empty());
        output.accept("  \"p50\" : 696.885,");
        output.accept("  \"p99\" : 6857.375,");
        assertEquals(OptionalDouble.of(696.885), output.number());
        assertEquals(
                Map.of(
                        "p50", new MetricNumbers(List.of(696.885), ""),
                        "p99", new MetricNumbers(List.of(6857.375), "")),
                output.numbers());
    }

    private static Optional<PrintedNumber> printed(String metric, String line) {
        return Metric.parse(metric).group(line).flatMap(Metric.Group::number);
    }

    /** The name of a metric is no unit of its number. */
    @Test
    void theUnitOfANumberIsThatOfItsConversion() {
        assertEquals(Optional.of(new PrintedNumber(4, "ms")), printed("p50=50% +([0-9.]+)", "  50% 4000us"));
        assertEquals(Optional.of(new PrintedNumber(4020, "us")), printed("p50=50% +([0-9.]+)us", "  50% 4020us"));
        assertEquals(Optional.of(new PrintedNumber(90_500, "ms")), printed("took ([0-9.]+)", "took 1m30.5s"));
        assertEquals(Optional.of(new PrintedNumber(1200, "")), printed("rate ([0-9.]+)", "rate 1.2k"));
        assertEquals(Optional.of(new PrintedNumber(12, "")), printed("tps = ([0-9.]+)", "tps = 12"));
    }

    @Test
    void oneMetricHasANameOfItsOwnOnlyIfItsUnitIsKnown() {
        OutputScan output = new OutputScan(List.of(Metric.parse("p50=50% +([0-9.]+)")), Optional.empty());
        output.accept("50% 5");
        assertEquals(Map.of(), output.numbers());
        output.accept("50% 5ms");
        assertEquals(Map.of("p50", new MetricNumbers(List.of(5.0), "ms")), output.numbers());
    }

    @Test
    void theTimesOfK6AreInMilliseconds() {
        assertEquals("ms", figure("k6:a.json#http_req_duration.p(95)").unit());
        assertEquals("ms", figure("k6:a.json#p99").unit());
        for (String unknown : List.of("k6:a.json#my_trend.avg", "k6:a.json#http_reqs.rate", "hdr:a.hdr#p99")) {
            assertEquals("", figure(unknown).unit(), unknown);
        }
    }

    private static LoadFigure figure(String text) {
        return Metric.all(text).get(0).recording().orElseThrow();
    }

    /** As the score of the same run. */
    @Test
    void aReadingIsTheMedianOfTurnsAndTheMeanOfLoads() {
        MetricNumbers numbers = new MetricNumbers(List.of(1.0, 2.0, 6.0), "ms");
        assertEquals(new Reading(2, "ms", List.of(1.0, 2.0, 6.0)), numbers.reading(true));
        assertEquals(new Reading(3, "ms"), numbers.reading(false));
        assertEquals("", numbers.and(new MetricNumbers(List.of(1.0), "us")).unit());
    }
}
