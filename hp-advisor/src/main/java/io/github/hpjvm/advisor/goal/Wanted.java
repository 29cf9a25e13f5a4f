package io.github.hpjvm.advisor.goal;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.Locale;
import java.util.Set;

/** The kinds of pages that a requirement accepts. */
public enum Wanted {
    THP(Set.of(PageKind.THP), "transparent huge pages"),
    HUGETLB(Set.of(PageKind.HUGETLB), "pages of a hugetlb pool"),
    ANY(Set.of(PageKind.THP, PageKind.HUGETLB), "huge pages");

    private final Set<PageKind> kinds;
    private final String words;

    Wanted(Set<PageKind> kinds, String words) {
        this.kinds = kinds;
        this.words = words;
    }

    /** Returns the accepted kinds. */
    public Set<PageKind> kinds() {
        return kinds;
    }

    /** Returns the kinds in a sentence. */
    public String words() {
        return words;
    }

    /** Returns the value of the option: {@code thp}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
