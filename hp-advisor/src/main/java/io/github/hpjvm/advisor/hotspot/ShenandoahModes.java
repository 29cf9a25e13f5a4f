package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import java.util.Optional;
import java.util.Set;

/**
 * The modes and heuristics that Shenandoah refuses, with its messages: ShenandoahHeap::initialize_mode and
 * initialize_heuristics in {@code src/hotspot/share/gc/shenandoah/shenandoahHeap.cpp}, and the files in {@code mode/}
 * and {@code heuristics/} beside it. Observed on 11, 17, 21 and 25 to 28.
 */
final class ShenandoahModes {

    private static final String MODE = "ShenandoahGCMode";
    private static final String HEURISTICS = "ShenandoahGCHeuristics";
    private static final String DIAGNOSTIC = "Diagnostic";
    private static final String EXPERIMENTAL = "Experimental";

    /**
     * This release removed the mode iu (JDK-8336685) and added generational, experimental (JEP 404) until 25 (JEP 521).
     */
    private static final int GENERATIONAL_SINCE = 24;

    /** The names in its messages of the modes that have to be unlocked. */
    private final int release;

    private final FlagSettings flags;

    ShenandoahModes(int release, FlagSettings flags) {
        this.release = release;
        this.flags = flags;
    }

    /** Returns the message of the refusal; empty if it starts. */
    Optional<String> refusal() {
        return crash().or(this::mode).or(this::heuristics);
    }

    /**
     * Returns the message of the crash. An empty value is a null pointer, which only some releases check for. From 24
     * on they read it before they check it.
     */
    private Optional<String> crash() {
        boolean noMode = isEmpty(MODE) && (release < 17 || release >= GENERATIONAL_SINCE);
        boolean noHeuristics = isEmpty(HEURISTICS) && (release < 17 || isGenerational());
        return noMode || noHeuristics
                ? Optional.of("a fatal error: -XX:" + (noMode ? MODE : HEURISTICS) + " without a value")
                : Optional.empty();
    }

    private Optional<String> mode() {
        if (isEmpty(MODE)) {
            return Optional.of(unknown(MODE) + " (null)");
        }
        String mode = value(MODE, "satb");
        if (!modes().contains(mode)) {
            return Optional.of(unknown(MODE));
        }
        return switch (mode) {
            case "passive" -> locked("GC mode", "Passive", DIAGNOSTIC);
            case "iu" -> locked("GC mode", "Incremental-Update (IU)", EXPERIMENTAL);
            case "generational" ->
                release == GENERATIONAL_SINCE ? locked("GC mode", "Generational", EXPERIMENTAL) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Set<String> modes() {
        return release < GENERATIONAL_SINCE
                ? Set.of("satb", "iu", "passive")
                : Set.of("satb", "passive", "generational");
    }

    /** Returns the refusal of the heuristics. The generational mode has its own, and the passive one accepts any. */
    private Optional<String> heuristics() {
        if (isGenerational()) {
            return Optional.empty();
        }
        if (isEmpty(HEURISTICS)) {
            return Optional.of(unknown(HEURISTICS) + " (null)");
        }
        if (value(MODE, "satb").equals("passive")) {
            return Optional.empty();
        }
        return switch (value(HEURISTICS, "adaptive")) {
            case "adaptive", "static", "compact" -> Optional.empty();
            case "aggressive" -> locked("Heuristics", "Aggressive", DIAGNOSTIC);
            default -> Optional.of(unknown(HEURISTICS));
        };
    }

    private boolean isGenerational() {
        return release >= GENERATIONAL_SINCE && value(MODE, "satb").equals("generational");
    }

    private boolean isEmpty(String flag) {
        return flags.isGiven(flag) && flags.value(flag).orElse("").isEmpty();
    }

    private String value(String flag, String otherwise) {
        return flags.isGiven(flag) ? flags.value(flag).orElse(otherwise) : otherwise;
    }

    private Optional<String> locked(String what, String name, String kind) {
        String unlock = "Unlock" + kind + "VMOptions";
        return flags.isOn(unlock)
                ? Optional.empty()
                : Optional.of(what + " \"" + name + "\" is " + (kind.equals(DIAGNOSTIC) ? "diagnostic" : "experimental")
                        + ", and must be enabled via -XX:+" + unlock + ".");
    }

    private static String unknown(String flag) {
        return "Unknown -XX:" + flag + " option";
    }
}
