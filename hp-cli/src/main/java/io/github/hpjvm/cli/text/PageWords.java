package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;

/** Names of page kinds in tables and sentences. JSON has the names of the enum constants instead. */
final class PageWords {
    static final String UNKNOWN = "unknown";

    private PageWords() {}

    /** {@code none}, {@code THP}, {@code hugetlb} or {@code unknown}. */
    static String of(Requested requested) {
        return switch (requested) {
            case NONE -> "none";
            case THP -> "THP";
            case HUGETLB -> "hugetlb";
            case UNKNOWN -> UNKNOWN;
        };
    }

    /** {@code THP}, {@code hugetlb}, {@code mixed}; the size for base pages where it is known. */
    static String of(Backing backing) {
        return backing.kind()
                .map(kind -> kind == PageKind.BASE
                        ? backing.pages().stream()
                                .filter(pages -> pages.kind() == PageKind.BASE)
                                .map(Pages::pageSize)
                                .findFirst()
                                .map(Bytes::toString)
                                .orElse("base")
                        : of(kind))
                .orElse(UNKNOWN);
    }

    /** {@code 4 KiB}, {@code THP 2 MiB}, {@code hugetlb 1 GiB}. */
    static String of(RegionForecast region) {
        return region.kind()
                .map(kind -> (kind == PageKind.BASE ? "" : of(kind) + " ") + region.pageSize())
                .orElse(UNKNOWN);
    }

    static String of(PageKind kind) {
        return switch (kind) {
            case BASE -> "base pages";
            case THP -> "THP";
            case HUGETLB -> "hugetlb";
            case MIXED -> "mixed";
        };
    }
}
