package io.github.hpjvm.advisor.term;

import java.util.Objects;

/**
 * The share of a region's resident bytes that huge pages back.
 *
 * @param region the region
 * @param kind kind of its huge pages: THP or HUGETLB
 * @param share share of the resident bytes, 0 to 1; an estimate unless the standard error is zero
 * @param standardError standard error of the share; the true share is within two of them in 19 of 20 samples. Zero if all
 *     pages were examined
 * @param resident resident bytes, estimated like the share
 * @param windows number of resident pages that were examined; 0 if all were
 */
public record Coverage(
        RegionName region, PageKind kind, double share, double standardError, Bytes resident, int windows) {

    public Coverage {
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(resident, "resident");
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("not a share: " + share);
        }
        if (!(standardError >= 0)) {
            throw new IllegalArgumentException("not a standard error: " + standardError);
        }
    }

    /** The lower bound of the share, with 95 % confidence. */
    public double min() {
        return Math.max(0, share - 2 * standardError);
    }

    /** The upper bound of the share, with 95 % confidence. */
    public double max() {
        return Math.min(1, share + 2 * standardError);
    }

    /** The coverage for reports: {@code 97.5 % of 812 MiB, ± 1.2 %}. */
    @Override
    public String toString() {
        return percent(share) + " of " + resident.rounded()
                + (standardError == 0 ? "" : ", ± " + percent(2 * standardError));
    }

    /** Per cent, rounded down, so that 100 % means all bytes. */
    private static String percent(double share) {
        long tenths = (long) Math.floor(share * 1000 + 1e-9);
        return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " %";
    }
}
