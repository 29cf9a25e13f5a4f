package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0,0.000",
        "0.1234,0.123",
        "4.2149,4.215",
        "32.456,32.46",
        "456.78,456.8",
        "1234.5,1235",
        "-4.2,-4.200",
        "0.9996,1.000",
        "0.0123456,0.0123",
        "-1.2345e-6,-0.00000123",
        "1e-300,0.000000000000000"
    })
    void aScoreHasThreeDigitsOrMore(double score, String text) {
        if (score != 1234.5) {
            assertEquals(text, Figures.score(score));
        } else {
            assertTrue(Figures.score(score).matches("123[45]"), "halves may go either way");
        }
    }

    @Test
    void ratiosHaveThreeDecimals() {
        assertEquals("0.913", Figures.ratio(0.9126));
        assertEquals("12.3", Figures.ratio(12.345));
        assertEquals("101", Figures.ratio(100.522));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|1",
                "999|999",
                "1000|1 000",
                "100000000|100 000 000",
                "words|words",
                "12x4|12x4",
                "-1000|-1000",
                "99999999999999999999|99999999999999999999"
            })
    void onlyWholeNumbersAreGrouped(String text, String grouped) {
        assertEquals(grouped, Figures.grouped(text));
    }

    @ParameterizedTest
    @CsvSource({"0,0 %", "0.0001,0 %", "0.0006,0.1 %", "0.02,2.0 %", "0.998,99.8 %", "0.9999,100 %", "1,100 %"})
    void aShareIsInPerCent(double share, String text) {
        assertEquals(text, Figures.percent(share));
    }

    @ParameterizedTest
    @CsvSource({
        "-5,0 s",
        "0,0 s",
        "499,0 s",
        "59499,59 s",
        "59500,1 min 00 s",
        "200000,3 min 20 s",
        "3599400,59 min 59 s",
        "3600000,1 h 00 min",
        "3900000,1 h 05 min",
        "360000000,100 h 00 min"
    })
    void aDurationIsInHoursMinutesAndSeconds(long millis, String text) {
        assertEquals(text, Figures.duration(Duration.ofMillis(millis)));
    }

    @Test
    void sizesAreInMebibytes() {
        assertEquals("1 129 MiB", Figures.mebibytes(1129L * 1024 * 1024 + 100 * 1024));
        assertEquals("0 MiB", Figures.mebibytes(0));
        assertEquals("2.4 MiB", Figures.fineMebibytes(2448 * 1024));
    }

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoMiddleOnes() {
        assertEquals(2, Figures.median(List.of(3.0, 1.0, 2.0)));
        assertEquals(2.5, Figures.median(List.of(4.0, 1.0, 3.0, 2.0)));
        assertEquals(7, Figures.median(List.of(7.0)));
        assertTrue(Double.isNaN(Figures.median(List.of())));
    }

    @Test
    void theLocaleChangesNothing() {
        Locales.each(() -> {
            assertEquals("4.215", Figures.score(4.2149));
            assertEquals("0.913", Figures.ratio(0.9126));
            assertEquals("100 000 000", Figures.grouped("100000000"));
            assertEquals("1 129 MiB", Figures.mebibytes(1129L << 20));
            assertEquals("2.4 MiB", Figures.fineMebibytes(2448 * 1024));
            assertEquals("99.8 %", Figures.percent(0.998));
            assertEquals("3 min 20 s", Figures.duration(Duration.ofSeconds(200)));
        });
    }
}
