package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PageTest {

    /** A value of the host may be one long word after a blank. */
    @Test
    void aWarningMayBeginWithALongWord() {
        String word = "x".repeat(100);
        Page page = new Page(false);
        page.warning(" " + word);
        page.warning("");
        assertEquals("\n    " + word + "\n\n", page.text());
    }

    @Test
    void furtherLinesOfAWarningAreIndented() {
        Page page = new Page(false);
        page.warning("word ".repeat(20).strip());
        assertEquals(
                "  " + "word ".repeat(15).strip() + "\n    " + "word ".repeat(5).strip() + "\n", page.text());
    }
}
