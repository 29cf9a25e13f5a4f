package io.github.hpjvm.advisor.read;

/** The extent to which a host is read. */
public enum HostReach {
    /** All facts about huge pages: some 250 files. */
    FULL,

    /**
     * The facts that advice needs, some 60 files. All others are SKIPPED. Rules do not see them after a full read
     * either ({@link io.github.hpjvm.advisor.facts.Host#forAdvice}), so the advice is the same.
     */
    ADVICE,

    /** The same, and the control groups of the reading process. A JVM that it starts would be in them. */
    PREDICTION
}
