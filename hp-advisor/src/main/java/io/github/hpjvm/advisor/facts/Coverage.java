package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * How much of what is resident of one region is on huge pages.
 *
 * @param region which one
 * @param kind THP or HUGETLB: what its huge pages are
 * @param share of the resident bytes, 0 to 1; an estimate unless the standard error is zero
 * @param standardError of the share; the true one is within two of them in 19 of 20 samples. Zero if all was looked at
 * @param resident what is in RAM, estimated like the share
 * @param windows how many resident pages were looked at; 0 if all were
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

    /** The least that the share is, with 95 % confidence. */
    public double min() {
        return Math.max(0, share - 2 * standardError);
    }

    /** The most that the share is, with 95 % confidence. */
    public double max() {
        return Math.min(1, share + 2 * standardError);
    }

    /** For people: {@code 97.5 % of 812 MiB, ± 1.2 %}. */
    @Override
    public String toString() {
        return percent(share) + " of " + resident.rounded()
                + (standardError == 0 ? "" : ", ± " + percent(2 * standardError));
    }

    /** Rounded down, so that only what is whole is called 100 %. */
    private static String percent(double share) {
        long tenths = (long) Math.floor(share * 1000 + 1e-9);
        return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " %";
    }
}
