package io.github.hpjvm.advisor;

import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.SplittableRandom;

/** Texts as a hostile process or document would have them: what a terminal obeys, forged lines, long and odd names. */
public final class HostileTexts {
    /** Begins a line of its own wherever a line end passes as it is. */
    public static final String FORGED = "FORGED";

    private static final List<String> PIECES = List.of(
            "\033[2J",
            "\033]0;title\007",
            "\033[31m",
            "\033[8m",
            "\033P",
            "\u009b31m",
            "\u0085",
            "\177",
            "\0",
            "\b",
            "\r",
            "\n" + FORGED,
            "\r" + FORGED,
            "\u2028" + FORGED,
            "\u2029",
            "\u000b",
            "\f",
            "\u202e",
            "\u202d",
            "\u2066",
            "\u2069",
            "\u200e",
            "\u200f",
            "\u061c",
            "\u200b",
            "\u200d",
            "\ufeff",
            "\u00ad",
            "\ud800",
            "\udc80",
            "\udbff",
            "\ufffe",
            "\uffff",
            "\ufdd0",
            "\udb40\udc41",
            "\ud834\udd73",
            "\u2065",
            "a",
            "Zz",
            " ",
            "  ",
            "\t",
            "'",
            "\"",
            "\\",
            "#",
            "$(x)",
            "<b>",
            "&",
            "\u00e9",
            "\u4e2d",
            "\ud83d\ude00",
            "/",
            "=",
            "-",
            "0");

    private final SplittableRandom random;
    private final boolean harmless;
    private long made;

    public HostileTexts(long seed) {
        this(seed, false);
    }

    private HostileTexts(long seed, boolean harmless) {
        this.random = new SplittableRandom(seed);
        this.harmless = harmless;
    }

    /** The same texts with a harmless character in the place of each hidden one. */
    public static HostileTexts twin(long seed) {
        return new HostileTexts(seed, true);
    }

    /** One text; each hundredth is long. */
    public String next() {
        made++;
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(100) == 0 ? 2000 : random.nextInt(1, 7); n > 0; n--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return harmless ? Visible.replaced(text.toString(), '\ufffd') : text.toString();
    }

    /** How many were made. */
    public long made() {
        return made;
    }

    /** What is wrong with a text that a viewer gets; empty if nothing is. Lines may end, and tabs stand in them. */
    public static String wrongWith(String shown) {
        int at = 0;
        while (at < shown.length()) {
            int point = shown.codePointAt(at);
            if (Visible.isHidden(point) && point != '\n' && point != '\t') {
                return String.format("U+%04X at %d of: %s", point, at, Visible.text(shown));
            }
            at += Character.charCount(point);
        }
        return ("\n" + shown).contains("\n" + FORGED) ? "a forged line in: " + shown : "";
    }
}
