package io.github.hpjvm.bench.evidence;

/** The part of a fork's memory by which it is decided whether a run counts. */
public enum Judged {
    /** The Java heap. */
    HEAP("heap"),
    /** The code cache, which JDK 8 does not tell the place of. */
    CODE("code cache");

    private final String label;

    Judged(String label) {
        this.label = label;
    }

    /** As people call it. */
    String label() {
        return label;
    }
}
