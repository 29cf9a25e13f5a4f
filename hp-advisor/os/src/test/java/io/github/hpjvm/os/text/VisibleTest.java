package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x61c, 0x180e, 0x200b, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
                0x202e, 0x2060, 0x2065, 0x2066, 0x2069, 0xd800, 0xdfff, 0xfdd0, 0xfeff, 0xfff9, 0xfffe, 0xffff, 0x1d173,
                0x1fffe, 0xe0001, 0xe0fff, 0x10ffff
            })
    void hides(int point) {
        assertTrue(Visible.isHidden(point));
        String text = "a" + (point < 0x10000 ? String.valueOf((char) point) : Character.toString(point)) + "b";
        assertTrue(Visible.line(text).matches("a(\\\\u[0-9a-f]{4})+b"), Visible.line(text));
        assertEquals("a\ufffdb", Visible.name(text, 80));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" ~", "\u00a0", "\u00e9", "\u4e2d\u6587", "\ud83d\ude00", "\u0301", "\ufffd", "\u05d0", "\ue0a0"
            })
    void leavesAloneWhatIsShown(String text) {
        assertFalse(text.codePoints().anyMatch(Visible::isHidden));
        assertSame(text, Visible.line(text));
        assertSame(text, Visible.text(text));
        assertSame(text, Visible.name(text, 80));
    }

    @Test
    void writesAsJsonDoes() {
        assertEquals("a\\u001b[2J\\u202eb", Visible.line("a\033[2J\u202eb"));
        assertEquals("\\udb40\\udc41", Visible.line("\udb40\udc41"));
    }

    @Test
    void lineEndsStayInTextsOnly() {
        assertEquals("a\n\tb\\u000d", Visible.text("a\n\tb\r"));
        assertEquals("a\\u000a\\u0009b", Visible.line("a\n\tb"));
        assertEquals("a\n\tb\nc\ufffd", Visible.lines("a\n\tb\r\nc\033"));
    }

    @Test
    void boundsNamesAndKeepsPairsWhole() {
        assertEquals("abcde...", Visible.name("abcdefghi", 8));
        assertEquals("abcd...", Visible.name("abcd\ud83d\ude00efgh", 8));
        assertEquals("abcdefgh", Visible.name("abcdefgh", 8));
        assertEquals("a\tb", Visible.fields("a\tb", 8));
    }
}
