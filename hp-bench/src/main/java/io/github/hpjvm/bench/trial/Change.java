package io.github.hpjvm.bench.trial;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a change of all blocks did.
 *
 * @param changed blocks that were changed
 * @param refused blocks that the kernel did not change, by errno; 0 if it reported success
 * @param left blocks that were not reached before the change was ended, and had other pages than wanted when they were chosen, and
 *     blocks for whose huge pages memory lacked
 * @param lacking what memory lacked, as a clause; empty if nothing
 */
public record Change(int changed, Map<Integer, Integer> refused, int left, Optional<String> lacking) {
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EBUSY = 16;
    private static final int EINVAL = 22;

    private static final String MEANWHILE = "khugepaged or the process changed them meanwhile";

    public Change {
        refused = new TreeMap<>(refused);
    }

    /** A change for which memory sufficed. */
    public Change(int changed, Map<Integer, Integer> refused, int left) {
        this(changed, refused, left, Optional.empty());
    }

    /** The number of blocks that were not changed. */
    public int notChanged() {
        return left + refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Returns whether the same call may succeed a moment later. A charge that failed (EBUSY) has tried to free memory of the
     * control group already.
     */
    public static boolean isForNow(int errno) {
        return errno != EBUSY;
    }

    /**
     * Why blocks do not have the wanted pages, as a clause: what memory lacked, else the most frequent reason of the kernel
     * (madvise_collapse_errno in {@code mm/khugepaged.c}, can_madv_lru_vma in {@code mm/madvise.c}). If the kernel refused none, they
     * got other pages afterwards.
     *
     * @param wanted the pages that the blocks were to have
     */
    public String reason(PageState wanted) {
        return lacking.orElseGet(() -> notChanged() == 0 ? MEANWHILE : ofKernel(wanted));
    }

    /**
     * The reason why a state was not reached, with the number of blocks.
     *
     * @param without blocks that have other pages after the change
     * @param blocks all blocks that have pages
     */
    public String notReached(PageState wanted, int without, int blocks) {
        return without + " of " + blocks + " blocks are not on " + wanted.words() + ": " + reason(wanted);
    }

    private String ofKernel(PageState wanted) {
        int errno = refused.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0);
        return switch (errno) {
            case 0 ->
                "the kernel reported success and did not change the pages, as where they are shared with another process or pinned";
            case ENOMEM -> "the kernel found no free huge page (ENOMEM)";
            case EAGAIN -> "the pages were in use: shared with a forked process, pinned, or locked (EAGAIN)";
            case EBUSY ->
                "the control group has no memory left for a huge page, or userfaultfd watches the block (EBUSY)";
            case EINVAL ->
                wanted == PageState.BASE
                        ? "the kernel does not split these pages (EINVAL): the process has locked them with mlock"
                        : "the kernel refuses huge pages there (EINVAL): madvise(MADV_NOHUGEPAGE), prctl, a mapping that"
                                + " is no anonymous memory, pages that are all full of zeros, or, on older kernels, pinned pages";
            default -> "errno " + errno;
        };
    }
}
