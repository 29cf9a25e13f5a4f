package io.github.hpjvm.bench.trial;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a restore of the pages of a process did.
 *
 * @param changed blocks that were changed
 * @param other blocks whose pages are not those of before
 * @param blocks all blocks
 * @param freed bytes that were resident in the blocks before the first change and are not any more, such as pages full of zeros
 *     that a split freed, and memory that the JVM returned; empty if the bytes before are unknown
 * @param lacking what memory lacked for huge pages, as a clause; empty if nothing
 * @param known whether the state of the process is known; else its pages may be any
 * @param added bytes that are resident in the blocks and were not before: a copy adds the pages that a block lacks, or only maps those of
 *     shared memory, and not each split takes them away again; 0 if the bytes before are unknown
 */
public record RestoredPages(
        long pid,
        int changed,
        int other,
        int blocks,
        OptionalLong freed,
        Optional<String> lacking,
        boolean known,
        long added) {
    /** Share of the blocks that may have other pages after a restore: the process goes on using its memory. */
    private static final double TOLERANCE = 0.01;

    /** Less than this changes with every allocation of the JVM. */
    private static final Bytes USUAL = Bytes.ofMiB(1);

    /** A restore for which memory sufficed. */
    public RestoredPages(long pid, int changed, int other, int blocks, OptionalLong freed) {
        this(pid, changed, other, blocks, freed, Optional.empty());
    }

    /** A restore that has read the pages of the process. */
    public RestoredPages(long pid, int changed, int other, int blocks, OptionalLong freed, Optional<String> lacking) {
        this(pid, changed, other, blocks, freed, lacking, true, 0);
    }

    /** A restore that read no page: the process may have ended, and its state cannot be read. */
    public static RestoredPages unknown(long pid, int blocks) {
        return new RestoredPages(pid, 0, blocks, blocks, OptionalLong.empty(), Optional.empty(), false, 0);
    }

    /** Returns whether the pages are those of before, within 1 %. */
    public boolean isComplete() {
        return isComplete(other, blocks);
    }

    /**
     * Returns whether so few blocks have other pages than wanted that the others count as all.
     *
     * @param other blocks with other pages
     */
    public static boolean isComplete(int other, int blocks) {
        return other <= TOLERANCE * blocks;
    }

    /** Why pages are not those of before, as a clause; empty if they are, or the JVM or khugepaged changed them too. */
    public Optional<String> reason() {
        if (isComplete()) {
            return Optional.empty();
        }
        return known ? lacking : Optional.of("the state of the process is unknown");
    }

    /** What the restore did, as a sentence without a capital letter and full stop. */
    public String text() {
        if (!known) {
            return "the state of the process is unknown, so its pages may not be those of before";
        }
        return "restored: " + (blocks - other) + " of " + blocks + " blocks have the pages of before"
                + lacking.filter(why -> other > 0)
                        .map(why -> "; others stay on base pages, because " + why)
                        .orElse("")
                + memory();
    }

    private String memory() {
        if (added > USUAL.value()) {
            return "; " + Bytes.of(added).rounded()
                    + " more is resident than before: a copy may have added or mapped pages, or the JVM uses more memory";
        }
        long bytes = freed.orElse(0);
        return bytes > USUAL.value()
                ? "; " + Bytes.of(bytes).rounded()
                        + " less is resident than before: a split may have freed pages full of zeros, or the JVM has returned"
                        + " memory"
                : "";
    }
}
