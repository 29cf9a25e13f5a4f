package io.github.hpjvm.cli.emit;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.Locale;

/** The values of {@code --pages}: the kinds of huge pages. */
enum PagesOption {
    THP(PageKind.THP),
    HUGETLB(PageKind.HUGETLB);

    private final PageKind kind;

    PagesOption(PageKind kind) {
        this.kind = kind;
    }

    PageKind kind() {
        return kind;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
