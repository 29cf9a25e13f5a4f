package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.bench.error.BenchException;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Free memory that is to be in pieces too small for a huge page, and is judged by what the kernel shows of it: the share of
 * free memory in smaller blocks (unusable_free_index of mm/vmstat.c). The per cent of blocks that keep a page are only the
 * dial: each spoils one block, so of all that is free no larger share can be expected than these blocks have. With less
 * than half of that it has not come out.
 */
final class FragmentedMemory {
    /** Must stay free for others: less, and the kernel would begin to reclaim. */
    static final Bytes MARGIN = Bytes.ofMiB(512);

    /** By so much the share of unusable memory may fall before it is fragmented again. */
    private static final double TOLERANCE = 0.02;

    /** Of what can be expected: pages on lists of the CPUs and what others free meanwhile take some of it. */
    private static final double LEAST = 0.5;

    /** The kernel frees file caches for a while after the ballast was taken, and others come and go. */
    private static final int ATTEMPTS = 4;

    private final int percent;
    private final Host host;
    private double reached;
    private double expected;

    /** The host, as far as it matters here. */
    interface Host {
        /** Memory that is free now. */
        Bytes free();

        /** The share of it in blocks smaller than a huge page, 0 to 1; empty if the kernel does not say. */
        OptionalDouble unusable();

        /** Touches so much, and gives back all but one page of so many of 100 blocks; what it kept before comes first. */
        void fragment(Bytes bytes, int percent) throws IOException;
    }

    /** @param percent of the blocks that keep a page, 1 to 100 */
    FragmentedMemory(int percent, Host host) {
        this.percent = percent;
        this.host = host;
    }

    /**
     * Fragments what is free.
     *
     * @throws BenchException if too little is free, or it does not come out fragmented
     */
    void prepare() throws IOException {
        if (host.free().compareTo(MARGIN) <= 0) {
            throw new BenchException("fragment: " + host.free() + " of memory are free, and " + MARGIN
                    + " stay so for others: nothing is left to be fragmented; end what holds memory, and try again");
        }
        reached = fragment();
        if (reached < expected * LEAST) {
            throw new BenchException(String.format(
                    Locale.ROOT,
                    "fragment: memory did not come out fragmented: %.3f of what is free is in pieces too small for a huge"
                            + " page, and %d %% of the blocks should make it about %.3f; somebody else frees memory, or the"
                            + " kernel compacts it: try again when the host is quieter",
                    reached,
                    percent,
                    expected));
        }
    }

    /** Looks at it, fragments it again if it has got better, and says whether it is fragmented now. */
    boolean keep() throws IOException {
        double now = unusable();
        if (now < reached - TOLERANCE) {
            now = fragment();
            reached = Math.max(reached, now);
        }
        return now >= expected * LEAST;
    }

    /** Touches all that may be, and again if it did not come out: what was freed meanwhile is in one piece. */
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
                        "fragment: this kernel shows no /proc/buddyinfo, so nobody can say what comes of it"));
    }
}
