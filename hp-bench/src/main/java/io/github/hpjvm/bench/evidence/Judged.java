package io.github.hpjvm.bench.evidence;

/** The part of a fork's memory that decides whether a run counts. */
public enum Judged {
    /** The Java heap. */
    HEAP("heap"),
    /** The code cache, whose location JDK 8 does not publish. */
    CODE("code cache");

    private final String label;

    Judged(String label) {
        this.label = label;
    }

    /** The name in messages. */
    String label() {
        return label;
    }
}
