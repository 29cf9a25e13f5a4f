package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.bench.jdk.JdkCase.Pages;
import java.util.List;

/** The settings of the host under which a case runs. */
public enum JdkHost {
    /** The settings that the host has: nothing is changed. */
    UNCHANGED(""),
    /** Transparent huge pages for all memory. */
    ALWAYS("mode always"),
    /** Transparent huge pages for memory that opts in. */
    MADVISE("mode madvise"),
    NEVER("mode never"),
    /** A pool with all pages that the JVM needs. */
    POOL("pool"),
    /** A pool with one page less than the heap has. */
    SHORT_POOL("short pool"),
    NO_POOL("no pool");

    private final String text;

    JdkHost(String text) {
        this.text = text;
    }

    /** Returns the settings under which such pages are verified. */
    static List<JdkHost> of(Pages pages) {
        return switch (pages) {
            case BASE -> List.of(ALWAYS, MADVISE);
            case THP -> List.of(ALWAYS, MADVISE, NEVER);
            case HUGETLB -> List.of(POOL, SHORT_POOL, NO_POOL);
            case HUGETLB_1G -> List.of(POOL, NO_POOL);
        };
    }

    /** Returns the mode of transparent huge pages: a heap for which a pool is too small shall not get them. */
    public String mode() {
        return switch (this) {
            case ALWAYS -> "always";
            case NEVER -> "never";
            case UNCHANGED, MADVISE, POOL, SHORT_POOL, NO_POOL -> "madvise";
        };
    }

    /** Returns whether the size of a pool matters. */
    public boolean hasPool() {
        return this == POOL || this == SHORT_POOL || this == NO_POOL;
    }

    @Override
    public String toString() {
        return text;
    }
}
