package io.github.hpjvm.advisor.facts;

/** The library that provides malloc to a process, by the names of the files that it maps. */
public enum Malloc {
    /** The GNU C library, without another malloc. */
    GLIBC("that of glibc"),
    /** The C library of Alpine Linux. */
    MUSL("that of musl"),
    /** A library of its own, such as jemalloc, tcmalloc or mimalloc. */
    OTHER("that of another library");

    private final String words;

    Malloc(String words) {
        this.words = words;
    }

    /** Names it for a text. */
    public String words() {
        return words;
    }
}
