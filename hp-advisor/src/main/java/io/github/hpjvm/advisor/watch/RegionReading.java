package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The pages of one region at one time.
 *
 * @param name the region
 * @param backing the pages
 * @param standardError standard error of the coverage, if the pages are an estimate from a sample; 0 if all were read
 */
public record RegionReading(RegionName name, Backing backing, double standardError) {

    public RegionReading {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(backing, "backing");
    }

    /** Returns whether the pages are an estimate from a sample. */
    public boolean isEstimate() {
        return standardError > 0;
    }

    /** Returns the share of resident bytes on huge pages; empty if it is not known or nothing is resident. */
    public OptionalDouble coverage() {
        return backing.coverage();
    }

    /** Returns the resident bytes; the upper bound if they are not exact. */
    public Bytes resident() {
        return backing.residentMax();
    }

    /** Returns the bytes on huge pages; the lower bound if they are not exact. */
    public Bytes huge() {
        return backing.hugeMin();
    }

    /** Returns the bytes on pages of hugetlb pools. */
    public Bytes hugetlb() {
        Bytes sum = Bytes.ZERO;
        for (Pages pages : backing.pages()) {
            sum = pages.kind() == PageKind.HUGETLB ? sum.plus(pages.min()) : sum;
        }
        return sum;
    }
}
