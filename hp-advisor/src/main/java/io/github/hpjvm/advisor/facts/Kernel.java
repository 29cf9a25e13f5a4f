package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The running kernel.
 *
 * @param release as in {@code uname -r} ({@code /proc/sys/kernel/osrelease})
 * @param architecture as in {@code uname -m} ({@code /proc/sys/kernel/arch}); empty before 6.1, which has no such file
 */
public record Kernel(String release, Optional<String> architecture) {

    private static final int MOST_DIGITS = 4;

    public Kernel {
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(architecture, "architecture");
    }

    /** Returns whether it has the number of that release or a newer one; empty if it has no number. */
    public Optional<Boolean> isAtLeast(int major, int minor) {
        int dot = endOfDigits(0);
        int end = endOfDigits(dot + 1);
        boolean numbered = isNumber(0, dot) && release.startsWith(".", dot) && isNumber(dot + 1, end);
        if (!numbered) {
            return Optional.empty();
        }
        int first = Integer.parseInt(release.substring(0, dot));
        int second = Integer.parseInt(release.substring(dot + 1, end));
        return Optional.of(first > major || first == major && second >= minor);
    }

    /**
     * Returns whether shared memory has no folio of more than MAX_PAGECACHE_ORDER ({@code include/linux/pagemap.h}); empty if
     * that is not known. Commit 9fd154ba926b ("mm/shmem: disable PMD-sized page cache if needed") is in 6.10 and was backported
     * to stable updates such as 6.6.41. It fixes 6b24ca4a1a8d, which is in 5.17. Vendors backport both to older kernels: RHEL 9
     * and SLE 15 have 5.14.
     */
    public Optional<Boolean> limitsPageCache() {
        if (isAtLeast(6, 10).orElse(false)) {
            return Optional.of(true);
        }
        boolean old = isAtLeast(5, 17).equals(Optional.of(false));
        boolean ofVendor = release.startsWith("5.14.") || release.contains(".el");
        return old && !ofVendor ? Optional.of(false) : Optional.empty();
    }

    private int endOfDigits(int from) {
        int end = from;
        while (end < release.length() && release.charAt(end) >= '0' && release.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private static boolean isNumber(int from, int end) {
        return end > from && end - from <= MOST_DIGITS;
    }
}
