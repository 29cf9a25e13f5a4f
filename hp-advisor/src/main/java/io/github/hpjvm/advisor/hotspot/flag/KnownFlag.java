package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.VmFlag;

/**
 * What is known of one flag in one build: a row of {@code flags.tsv}, where each column is explained.
 *
 * @param name without {@code -XX:}
 * @param kind what the build makes of the name
 * @param type as HotSpot names it: {@code bool}, {@code size_t}, ...; empty if it is not known
 * @param value the default, as HotSpot prints it; empty if it has none, or if it depends on the host
 * @param min the smallest number that it takes; empty if it does not matter
 * @param max the largest one, likewise
 * @param note {@code deprecated 25}, {@code scheduled 28}, the release since which it is obsolete, or {@code not listed};
 *     else empty
 */
record KnownFlag(String name, FlagKind kind, String type, String value, String min, String max, String note) {

    private static final String DEPRECATED = "deprecated ";
    private static final String HIDDEN = "not listed";
    private static final String IF_THERE = "product or none";

    static KnownFlag none(String name) {
        return new KnownFlag(name, FlagKind.NONE, "", "", "", "", "");
    }

    static KnownFlag unknown(String name) {
        return new KnownFlag(name, FlagKind.UNKNOWN, "", "", "", "", "");
    }

    /** The same as the build itself prints it. */
    KnownFlag as(VmFlag printed) {
        FlagKind now = kind == FlagKind.UNSUPPORTED ? kind : FlagKind.ofPrinted(printed.kind());
        boolean isBool = printed.value().equals("true") || printed.value().equals("false");
        boolean typed = kind.isSettable() && !type.isEmpty();
        String how = typed ? type : isBool ? "bool" : "";
        return new KnownFlag(name, now, how, printed.value(), typed ? min : "", typed ? max : "", note);
    }

    /** The same for one who came by another name, and was told about that. */
    KnownFlag withoutNote() {
        return new KnownFlag(name, kind, type, value, min, max, kind == FlagKind.OBSOLETE ? note : "");
    }

    boolean isBool() {
        return type.equals("bool");
    }

    boolean isText() {
        return type.startsWith("ccstr");
    }

    /** Whether a second occurrence adds to the first, and does not replace it. */
    boolean accumulates() {
        return type.equals("ccstrlist");
    }

    boolean isDeprecated() {
        return note.startsWith(DEPRECATED);
    }

    /** Whether it is obsolete by HotSpot's own table and still works. */
    boolean isScheduled() {
        return note.startsWith("scheduled ");
    }

    /** Whether it is a product flag of those builds that have it: one that does not list it refuses it. */
    boolean isProductIfThere() {
        return note.equals(IF_THERE);
    }

    /** Whether HotSpot takes it without listing it among its flags: it looks for the text of the argument. */
    boolean isHidden() {
        return note.equals(HIDDEN);
    }

    /** The release in which it became deprecated or obsolete, as HotSpot writes it: {@code 25.0}. */
    String since() {
        String release = note.substring(note.lastIndexOf(' ') + 1);
        if (note.startsWith("JDK")) {
            return note;
        }
        return release.indexOf('.') < 0 ? release + ".0" : release;
    }
}
