package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.term.PageKind;

/** Names of page kinds in messages. */
final class KindName {
    private KindName() {}

    static String of(PageKind kind) {
        return switch (kind) {
            case BASE -> "base pages";
            case THP -> "transparent huge pages";
            case HUGETLB -> "hugetlb pages";
            default -> "mixed pages";
        };
    }
}
