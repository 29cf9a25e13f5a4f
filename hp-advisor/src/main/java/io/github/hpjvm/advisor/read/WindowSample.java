package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.NativeCalls.RefusedCallException;
import io.github.hpjvm.advisor.read.OwnPagemap.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The share of huge pages among resident ones, by looking at some pages of some ranges: single base pages drawn at
 * random, so that each resident byte has the same chance. The ranges are cut into strata; where fewer than half of the
 * first pages are resident, as many again are drawn from the strata that have some, in proportion. The same seed looks
 * at the same first pages, so that what does not change does not seem to.
 */
final class WindowSample {

    /**
     * What the sample says.
     *
     * @param share of the resident pages that are huge
     * @param standardError of the share
     * @param residentPages how many base pages are resident
     * @param windows how many resident pages were looked at
     */
    record Estimate(double share, double standardError, double residentPages, int windows) {}

    /** Looks at one page. */
    @FunctionalInterface
    interface Probe {
        Window at(long address) throws RefusedCallException;
    }

    private static final int STRATA = 64;

    private final List<AddressRange> ranges;
    private final long pageSize;
    private final long pages;
    private final Probe probe;
    private final SplittableRandom random;
    private final int[] looked = new int[STRATA];
    private final int[] present = new int[STRATA];
    private final int[] huge = new int[STRATA];

    private WindowSample(List<AddressRange> ranges, long pageSize, long seed, Probe probe) {
        this.ranges = ranges;
        this.pageSize = pageSize;
        this.pages = ranges.stream().mapToLong(r -> r.size().value() / pageSize).sum();
        this.probe = probe;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Draws the sample; empty if no page that was looked at is resident.
     *
     * @param ranges without overlap, their ends on pages
     * @param windows how many pages to look at; twice as many where few are resident
     */
    static Optional<Estimate> of(List<AddressRange> ranges, long pageSize, int windows, long seed, Probe probe)
            throws RefusedCallException {
        WindowSample sample = new WindowSample(ranges, pageSize, seed, probe);
        return sample.pages == 0 ? Optional.empty() : sample.draw(Math.max(windows, STRATA));
    }

    private Optional<Estimate> draw(int windows) throws RefusedCallException {
        for (int stratum = 0; stratum < STRATA; stratum++) {
            int each = windows / STRATA;
            for (int k = 0; k < each; k++) {
                look(stratum, (k + random.nextDouble()) / each);
            }
        }
        int[] first = present.clone();
        int hits = Arrays.stream(first).sum();
        for (int stratum = 0; hits < windows / 2 && stratum < STRATA; stratum++) {
            int more = hits == 0 ? windows / STRATA : Math.round((float) windows * first[stratum] / hits);
            for (int k = 0; k < more; k++) {
                look(stratum, random.nextDouble());
            }
        }
        return estimate();
    }

    private void look(int stratum, double where) throws RefusedCallException {
        long start = pages / STRATA * stratum + pages % STRATA * stratum / STRATA;
        long page = start + (long) (where * size(stratum));
        Window window = probe.at(address(Math.min(page, pages - 1)));
        looked[stratum]++;
        present[stratum] += window == Window.ABSENT ? 0 : 1;
        huge[stratum] += window == Window.HUGE ? 1 : 0;
    }

    private long size(int stratum) {
        long start = pages / STRATA * stratum + pages % STRATA * stratum / STRATA;
        long end = pages / STRATA * (stratum + 1) + pages % STRATA * (stratum + 1) / STRATA;
        return end - start;
    }

    private long address(long page) {
        long left = page;
        for (AddressRange range : ranges) {
            long inside = range.size().value() / pageSize;
            if (left < inside) {
                return range.start() + left * pageSize;
            }
            left -= inside;
        }
        throw new IllegalStateException("page " + page + " of " + pages);
    }

    /** The ratio of two stratified totals; its variance by Taylor (Cochran, Sampling Techniques, 6.11). */
    private Optional<Estimate> estimate() {
        double resident = 0;
        double onHuge = 0;
        for (int s = 0; s < STRATA; s++) {
            resident += weight(s) * present[s];
            onHuge += weight(s) * huge[s];
        }
        int windows = Arrays.stream(present).sum();
        if (windows == 0) {
            return Optional.empty();
        }
        double share = Math.min(1, onHuge / resident);
        double variance = 0;
        for (int s = 0; s < STRATA; s++) {
            int n = looked[s];
            if (n > 1) {
                double mean = (huge[s] - share * present[s]) / n;
                int base = present[s] - huge[s];
                double squares = huge[s] * square(1 - share) + base * square(share) - n * mean * mean;
                variance += square(size(s)) * squares / (n - 1) / n;
            }
        }
        double error = Math.sqrt(Math.max(0, variance)) / resident;
        return Optional.of(new Estimate(share, Math.max(error, least(share, windows)), resident, windows));
    }

    private double weight(int stratum) {
        return looked[stratum] == 0 ? 0 : (double) size(stratum) / looked[stratum];
    }

    /** That all pages of a sample are alike does not mean that all pages are (Agresti and Coull, 1998). */
    private static double least(double share, int windows) {
        double n = windows + 4;
        double p = (share * windows + 2) / n;
        return Math.sqrt(p * (1 - p) / n);
    }

    private static double square(double x) {
        return x * x;
    }
}
