package io.github.hpjvm.bench.trial;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a change of all blocks did.
 *
 * @param changed blocks that were changed
 * @param refused blocks that the kernel did not change, by errno; 0 if it reported success
 */
public record Change(int changed, Map<Integer, Integer> refused) {
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EBUSY = 16;
    private static final int EINVAL = 22;

    public Change {
        refused = new TreeMap<>(refused);
    }

    /** The number of blocks that were not changed. */
    public int notChanged() {
        return refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The most frequent reason of the kernel, as a clause. */
    public String reason() {
        int errno = refused.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0);
        return switch (errno) {
            case 0 ->
                "the kernel reported success and did not change the pages, as where they are shared with another process or pinned";
            case ENOMEM -> "the kernel found no free huge page (ENOMEM)";
            case EAGAIN, EBUSY ->
                "the pages were in use: shared with a forked process, pinned, or locked (errno " + errno + ")";
            case EINVAL ->
                "the kernel refuses huge pages there (EINVAL): madvise(MADV_NOHUGEPAGE), prctl, or a mapping that is no"
                        + " anonymous memory";
            default -> "errno " + errno;
        };
    }
}
