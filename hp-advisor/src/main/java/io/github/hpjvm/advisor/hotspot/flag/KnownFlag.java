package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.Map;

/**
 * The known facts about one flag in one build: a row of {@code flags.tsv}, which explains each column.
 *
 * @param name without {@code -XX:}
 * @param kind the kind of the name in the build
 * @param type as HotSpot names it: {@code bool}, {@code size_t}, ...; empty if it is not known
 * @param value the default, as HotSpot prints it; empty if it has none, or if it depends on the host
 * @param min the smallest accepted number; empty if it does not matter
 * @param max the largest accepted number, likewise
 * @param note {@code deprecated 25}, {@code scheduled 28}, the release since which it is obsolete, {@code not listed}, or
 *     {@code experimental} for an unsupported flag that is locked as well; else empty
 */
record KnownFlag(String name, FlagKind kind, String type, String value, String min, String max, String note) {

    private static final String DIAGNOSTIC = "UnlockDiagnosticVMOptions";
    private static final String EXPERIMENTAL = "UnlockExperimentalVMOptions";
    private static final String DEPRECATED = "deprecated ";
    private static final String LOCKED = "experimental";
    private static final String HIDDEN = "not listed";
    private static final String IF_THERE = "product or none";

    static KnownFlag none(String name) {
        return new KnownFlag(name, FlagKind.NONE, "", "", "", "", "");
    }

    static KnownFlag unknown(String name) {
        return new KnownFlag(name, FlagKind.UNKNOWN, "", "", "", "", "");
    }

    /** Returns a copy with the facts that the build itself prints. */
    KnownFlag as(VmFlag printed) {
        FlagKind now = kind == FlagKind.UNSUPPORTED ? kind : FlagKind.ofPrinted(printed.kind());
        boolean isBool = printed.value().equals("true") || printed.value().equals("false");
        boolean typed = kind.isSettable() && !type.isEmpty();
        String how = typed ? type : isBool ? "bool" : "";
        return new KnownFlag(name, now, how, printed.value(), typed ? min : "", typed ? max : "", note);
    }

    /** Returns a copy without the note, for a flag given by another name whose message was already printed. */
    KnownFlag withoutNote() {
        return new KnownFlag(name, kind, type, value, min, max, kind == FlagKind.OBSOLETE ? note : "");
    }

    boolean isBool() {
        return type.equals("bool");
    }

    boolean isText() {
        return type.startsWith("ccstr");
    }

    /** Returns whether a second occurrence adds to the first and does not replace it. */
    boolean accumulates() {
        return type.equals("ccstrlist");
    }

    boolean isDeprecated() {
        return note.startsWith(DEPRECATED);
    }

    /** Returns the flag that unlocks those of its kind; empty if they need none. */
    String unlock() {
        return switch (kind) {
            case DIAGNOSTIC -> DIAGNOSTIC;
            case EXPERIMENTAL -> EXPERIMENTAL;
            case UNSUPPORTED -> note.equals(LOCKED) ? EXPERIMENTAL : "";
            default -> "";
        };
    }

    /** Returns the kind that its unlock flag unlocks, as HotSpot names it. */
    String lock() {
        return unlock().equals(DIAGNOSTIC) ? "diagnostic" : LOCKED;
    }

    /**
     * Returns whether it is locked. Unlock flags have the kind that they unlock, and are not locked themselves
     * (JVMFlag::is_unlocker).
     */
    boolean isLocked(Map<String, String> given) {
        boolean unlocks = name.equals(DIAGNOSTIC) || name.equals(EXPERIMENTAL);
        return !unlocks && !unlock().isEmpty() && !"true".equals(given.get(unlock()));
    }

    /** Returns whether HotSpot's own table says that it is obsolete, and it still works. */
    boolean isScheduled() {
        return note.startsWith("scheduled ");
    }

    /** Returns whether it is a product flag in the builds that have it. A build that does not list it refuses it. */
    boolean isProductIfThere() {
        return note.equals(IF_THERE);
    }

    /**
     * Returns whether HotSpot accepts it without listing it among its flags, because it compares the text of the
     * argument.
     */
    boolean isHidden() {
        return note.equals(HIDDEN);
    }

    /** Returns the release in which it became deprecated or obsolete, as HotSpot writes it: {@code 25.0}. */
    String since() {
        String release = note.substring(note.lastIndexOf(' ') + 1);
        if (note.startsWith("JDK")) {
            return note;
        }
        return release.indexOf('.') < 0 ? release + ".0" : release;
    }
}
