package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoBreakTest {
    /** An underscore is a no-break space. */
    @ParameterizedTest
    @CsvSource({
        "30 % at 1 GB, 30_% at 1_GB",
        "saves 656 of 1 278 ns, saves 656 of 1_278_ns",
        "24 106 MiB in 2 rounds, 24_106_MiB in 2 rounds",
        "3 \u00b5s or 4 s but 5 sizes, 3_\u00b5s or 4_s but 5 sizes"
    })
    void numbersStayOnOneLine(String text, String expected) {
        assertEquals(expected.replace('_', '\u00a0'), NoBreak.numbers(text));
    }
}
