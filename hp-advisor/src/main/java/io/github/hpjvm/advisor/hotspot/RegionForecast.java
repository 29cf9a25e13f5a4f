package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Objects;
import java.util.Optional;

/**
 * The predicted pages of one region of a JVM.
 *
 * @param name which region
 * @param kind the kind of pages of its resident part, as in a report of observed pages; empty if it cannot be known
 * @param pageSize the size of these pages; the largest of several
 * @param when the time at which it gets them
 * @param why the reason, as a sentence for people
 * @param source where HotSpot or the kernel decides it: a file and a release, or a JBS number
 */
public record RegionForecast(
        RegionName name, Optional<PageKind> kind, Bytes pageSize, When when, String why, String source) {

    public RegionForecast {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(source, "source");
    }
}
