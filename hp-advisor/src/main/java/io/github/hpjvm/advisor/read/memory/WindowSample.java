package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Estimates the share of huge pages among resident ones from some pages of some ranges: single base pages drawn at
 * random, so that each resident byte has the same chance. The ranges are divided into strata. If fewer than half of the
 * first pages are resident, as many again are drawn from the strata that have some, in proportion; if none is, as many
 * again from all. The same seed reads the same first pages, so that an unchanged memory gives an unchanged result.
 */
public final class WindowSample {

    /**
     * The estimate.
     *
     * @param share of the resident pages that are huge
     * @param standardError of the share
     * @param residentPages how many base pages are resident
     * @param residentError standard error of that
     * @param windows how many resident pages were read
     */
    public record Estimate(
            double share, double standardError, double residentPages, double residentError, int windows) {}

    /** Reads one page. */
    @FunctionalInterface
    public interface Probe {
        Window at(long address) throws RefusedCallException;
    }

    private static final int STRATA = 64;

    private final List<AddressRange> ranges;

    /** Number of pages before each range. */
    private final long[] before;

    private final long pageSize;
    private final long pages;
    private final Probe probe;
    private final SplittableRandom random;
    private final int[] present = new int[STRATA];
    private final int[] huge = new int[STRATA];

    private WindowSample(List<AddressRange> ranges, long pageSize, long seed, Probe probe) {
        this.ranges = ranges;
        this.pageSize = pageSize;
        this.before = new long[ranges.size()];
        long sum = 0;
        for (int i = 0; i < before.length; i++) {
            before[i] = sum;
            sum += ranges.get(i).size().value() / pageSize;
        }
        this.pages = sum;
        this.probe = probe;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Draws the sample; empty if no page that was read is resident.
     *
     * @param ranges without overlap, their ends on pages
     * @param windows how many pages to read; twice as many if few are resident
     */
    public static Optional<Estimate> of(List<AddressRange> ranges, long pageSize, int windows, long seed, Probe probe)
            throws RefusedCallException {
        WindowSample sample = new WindowSample(ranges, pageSize, seed, probe);
        return sample.pages == 0 ? Optional.empty() : sample.draw(Math.max(windows, STRATA));
    }

    /**
     * Returns the estimate for ranges of which no page that {@link #of} read is resident: few pages are, and any of them may
     * be huge.
     */
    public static Estimate none(List<AddressRange> ranges, long pageSize, int windows) {
        long pages = ranges.stream()
                .mapToLong(range -> range.size().value() / pageSize)
                .sum();
        return new Estimate(0, 1, 0, least(1, 2 * (Math.max(windows, STRATA) / STRATA) * STRATA) * pages, 0);
    }

    private Optional<Estimate> draw(int windows) throws RefusedCallException {
        int each = windows / STRATA;
        lookEverywhere(each);
        if (Arrays.stream(present).sum() == 0) {
            lookEverywhere(each);
            each *= 2;
        }
        int[] first = present.clone();
        int hits = Arrays.stream(first).sum();
        for (int stratum = 0; hits > 0 && hits < windows / 2 && stratum < STRATA; stratum++) {
            int more = Math.round((float) windows * first[stratum] / hits);
            for (int k = 0; k < more; k++) {
                look(stratum, random.nextDouble());
            }
        }
        return estimate(first, each);
    }

    private void lookEverywhere(int each) throws RefusedCallException {
        for (int stratum = 0; stratum < STRATA; stratum++) {
            for (int k = 0; k < each; k++) {
                look(stratum, (k + random.nextDouble()) / each);
            }
        }
    }

    private void look(int stratum, double where) throws RefusedCallException {
        long start = pages / STRATA * stratum + pages % STRATA * stratum / STRATA;
        long page = start + (long) (where * size(stratum));
        Window window = probe.at(address(Math.min(page, pages - 1)));
        present[stratum] += window == Window.ABSENT ? 0 : 1;
        huge[stratum] += window == Window.HUGE ? 1 : 0;
    }

    private long size(int stratum) {
        long start = pages / STRATA * stratum + pages % STRATA * stratum / STRATA;
        long end = pages / STRATA * (stratum + 1) + pages % STRATA * (stratum + 1) / STRATA;
        return end - start;
    }

    private long address(long page) {
        int at = Arrays.binarySearch(before, page);
        int index = at >= 0 ? at : -at - 2;
        while (ranges.get(index).size().value() < pageSize) {
            index++;
        }
        return ranges.get(index).start() + (page - before[index]) * pageSize;
    }

    /**
     * Returns the ratio of two stratified totals, by two-phase sampling. Only the pages of the first phase determine
     * how much of a stratum is resident, since the second phase draws only from strata that they hit. The pages of both
     * phases determine which share of it is huge. The variance is Taylor's, of both phases (Cochran, Sampling
     * Techniques, 6.11 and 12.2).
     */
    private Optional<Estimate> estimate(int[] first, int each) {
        double resident = 0;
        double onHuge = 0;
        int windows = 0;
        for (int s = 0; s < STRATA; s++) {
            double here = (double) size(s) * first[s] / each;
            resident += here;
            onHuge += present[s] == 0 ? 0 : here * huge[s] / present[s];
            windows += present[s];
        }
        if (windows == 0) {
            return Optional.empty();
        }
        double share = Math.min(1, onHuge / resident);
        double variance = 0;
        double ofResident = 0;
        for (int s = 0; s < STRATA; s++) {
            if (first[s] > 0) {
                double p = (double) huge[s] / present[s];
                double hit = (double) first[s] / each;
                double ofHit = each > 1 ? hit * (1 - hit) / (each - 1) : 0;
                ofResident += square(size(s)) * ofHit;
                double ofHuge = present[s] > 1 ? p * (1 - p) / (present[s] - 1) : share * (1 - share);
                variance += square(size(s)) * (ofHit * square(p - share) + square(hit) * ofHuge);
            }
        }
        double error = Math.sqrt(variance) / resident;
        // Strata that are all resident or all absent have no variance, but a sample can miss a few other pages.
        double missed = least(1, each * STRATA) * pages;
        return Optional.of(new Estimate(
                share,
                Math.max(error, least(share, windows)),
                resident,
                Math.max(Math.sqrt(ofResident), missed),
                windows));
    }

    /**
     * Returns the smallest standard error. That all pages of a sample are alike does not mean that all pages are
     * (Agresti and Coull, 1998).
     */
    private static double least(double share, int windows) {
        double n = windows + 4;
        double p = (share * windows + 2) / n;
        return Math.sqrt(p * (1 - p) / n);
    }

    private static double square(double x) {
        return x * x;
    }
}
