package io.github.hpjvm.bench.trial;

/** The pages that back the blocks of a trial. */
public enum PageState {
    /** Base pages. */
    BASE,
    /** Transparent huge pages. */
    THP;

    /** The other state. */
    public PageState other() {
        return this == BASE ? THP : BASE;
    }

    /** The name in sentences. */
    public String words() {
        return this == BASE ? "base pages" : "huge pages";
    }
}
