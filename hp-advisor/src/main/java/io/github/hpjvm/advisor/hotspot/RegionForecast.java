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
 * @param lost bytes of a heap on huge pages that stay on base pages, because a border inside the heap cuts them off; empty if
 *     there are none, or if their number is not known
 */
public record RegionForecast(
        RegionName name,
        Optional<PageKind> kind,
        Bytes pageSize,
        When when,
        String why,
        String source,
        Optional<Bytes> lost) {

    public RegionForecast {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(lost, "lost");
    }

    public RegionForecast(
            RegionName name, Optional<PageKind> kind, Bytes pageSize, When when, String why, String source) {
        this(name, kind, pageSize, when, why, source, Optional.empty());
    }

    /** The same forecast with more of a reason. */
    RegionForecast because(String more) {
        return new RegionForecast(name, kind, pageSize, when, why + " " + more, source, lost);
    }
}
