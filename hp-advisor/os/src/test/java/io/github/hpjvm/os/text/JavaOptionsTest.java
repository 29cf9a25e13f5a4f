package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaOptionsTest {
    @Test
    void wordsAreReadAsTheyWereJoined() {
        List<String> words =
                List.of("-Xlog:gc*:file=/var/log/my app/gc.log", "", "a\"b", "a'b", "a'b\"c d", "@x", "\t");
        assertEquals(words, JavaOptions.words(JavaOptions.joined(words)));
        assertEquals("-Xmx1g -Da=b", JavaOptions.joined(List.of("-Xmx1g", "-Da=b")));
    }

    @Test
    void anOpenQuoteIsFound() {
        assertTrue(JavaOptions.hasOpenQuote("-Dx='a b"));
        assertTrue(JavaOptions.hasOpenQuote("-Dx='\"a b\""));
        assertFalse(JavaOptions.hasOpenQuote("-Dx='\"' -Dy=\"'\""));
        assertFalse(JavaOptions.hasOpenQuote(""));
    }
}
