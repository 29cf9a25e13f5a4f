package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Fragments free memory into blocks smaller than a huge page, and checks the result by the kernel's index: the share of
 * free memory in smaller blocks (unusable_free_index of mm/vmstat.c). The percentage of blocks that keep a page is only
 * the setting: each page spoils one block, so the index cannot be expected to exceed the share of these blocks in free
 * memory. Below half of that, fragmentation has failed.
 */
final class FragmentedMemory {
    /** Memory that must stay free for other processes: with less, the kernel would begin to reclaim. */
    static final Bytes MARGIN = Bytes.ofMiB(512);

    /** Fragments memory again after the share of unusable memory fell by more than this. */
    private static final double TOLERANCE = 0.02;

    /** Required part of the expected share: pages on per-CPU lists and pages that others free reduce it. */
    private static final double LEAST = 0.5;

    /** The kernel frees file caches for a while after the ballast was taken, and other processes free memory too. */
    private static final int ATTEMPTS = 4;

    private final int percent;
    private final Host host;
    private double reached;
    private double expected;

    /** The host's memory. */
    interface Host {
        /** Free memory. */
        Bytes free();

        /** The share of it in blocks smaller than a huge page, 0 to 1; empty if unknown. */
        OptionalDouble unusable();

        /** Frees the pages kept before, touches so many bytes, and frees all but one page of so many of 100 blocks. */
        void fragment(Bytes bytes, int percent) throws IOException;
    }

    /** @param percent share of the blocks that keep a page, 1 to 100 */
    FragmentedMemory(int percent, Host host) {
        this.percent = percent;
        this.host = host;
    }

    /**
     * Fragments free memory.
     *
     * @throws BenchException if too little memory is free, or the kernel's index stays too low
     */
    void prepare() throws IOException {
        if (host.free().compareTo(MARGIN) <= 0) {
            throw new BenchException("fragment: " + host.free() + " of memory are free, but " + MARGIN
                    + " must stay free for other processes; end processes that hold memory, and try again");
        }
        reached = fragment();
        if (reached < expected * LEAST) {
            throw new BenchException(String.format(
                    Locale.ROOT,
                    "fragment: memory is not fragmented enough: %.3f of free memory is in blocks smaller than a huge"
                            + " page; about %3$.3f was expected from %2$d %% of the blocks. Other processes free memory, or"
                            + " the kernel compacts it: try again when the host is idle",
                    reached,
                    percent,
                    expected));
        }
    }

    /** Checks fragmentation, fragments memory again if that has decreased, and returns whether it is fragmented now. */
    boolean keep() throws IOException {
        double now = unusable();
        if (now < reached - TOLERANCE) {
            now = fragment();
            reached = Math.max(reached, now);
        }
        return now >= expected * LEAST;
    }

    /** Touches all memory but the margin; repeats it if that fails, as memory freed meanwhile is contiguous. */
    private double fragment() throws IOException {
        double now = unusable();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Bytes free = host.free();
            if (free.compareTo(MARGIN) <= 0) {
                return now;
            }
            Bytes touched = free.minus(MARGIN);
            host.fragment(touched, percent);
            now = unusable();
            expected = percent / 100.0 * touched.value() / free.value();
            if (now >= expected * LEAST) {
                return now;
            }
        }
        return now;
    }

    private double unusable() {
        return host.unusable()
                .orElseThrow(() -> new BenchException(
                        "fragment: this kernel has no /proc/buddyinfo, so the result cannot be checked"));
    }
}
