package io.github.hpjvm.bench.host;

import io.github.hpjvm.advisor.action.PoolSetting;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Computes the number of huge pages to write into a pool so that it covers a JVM's bill in addition to present use.
 * Uses only numbers of {@code /proc/meminfo} or of a pool's sysfs folder
 * (Documentation/admin-guide/mm/hugetlbpage.rst).
 */
public final class PoolPlan {
    private PoolPlan() {}

    /**
     * The new size of the pool: {@code total + max(0, need - (free - reserved))}.
     *
     * @param total pages of the pool, {@code HugePages_Total}
     * @param free pages not yet allocated, {@code HugePages_Free}
     * @param reserved free pages that are promised to a mapping, {@code HugePages_Rsvd}: not available
     * @param need pages that the JVM takes
     * @return the value to write; empty if the pool has enough available pages
     * @throws IllegalArgumentException if a number is negative
     * @throws ArithmeticException if the sum overflows a long
     */
    public static OptionalLong totalToWrite(long total, long free, long reserved, long need) {
        requireNotNegative("total", total);
        requireNotNegative("free", free);
        requireNotNegative("reserved", reserved);
        requireNotNegative("need", need);
        long missing = need - Math.max(0, free - reserved);
        return missing <= 0 ? OptionalLong.empty() : OptionalLong.of(Math.addExact(total, missing));
    }

    /**
     * Returns whether the host has enough memory for the pages. Pool pages come out of available memory, and are never
     * swapped.
     *
     * @param pagesToAdd pages by which the pool grows
     * @param pageBytes size of a page
     * @param memAvailableBytes {@code MemAvailable} of {@code /proc/meminfo}, in bytes
     * @param alsoNeededBytes memory that the run needs outside the pool
     * @return also false if the amount overflows a long
     * @throws IllegalArgumentException if a number is negative
     */
    public static boolean memoryAllows(long pagesToAdd, long pageBytes, long memAvailableBytes, long alsoNeededBytes) {
        requireNotNegative("pagesToAdd", pagesToAdd);
        requireNotNegative("pageBytes", pageBytes);
        requireNotNegative("memAvailableBytes", memAvailableBytes);
        requireNotNegative("alsoNeededBytes", alsoNeededBytes);
        if (Math.multiplyHigh(pagesToAdd, pageBytes) != 0 || pagesToAdd * pageBytes < 0) {
            return false;
        }
        // Two numbers below 2^63 cannot wrap when the smaller side is compared by difference.
        return pagesToAdd * pageBytes <= memAvailableBytes - alsoNeededBytes;
    }

    /**
     * The file for the size of a pool. For the default page size it is the sysctl, which reads back only the persistent
     * pages. {@code nr_hugepages} in sysfs also counts surplus pages: restoring a value that was read there while
     * another process uses surplus pages would make them permanent.
     *
     * @param pageBytes page size of the pool, a multiple of 1024
     * @param defaultPageBytes {@code Hugepagesize} of {@code /proc/meminfo}, in bytes
     */
    public static Path file(long pageBytes, long defaultPageBytes) {
        return PoolSetting.ofHost(pageBytes, defaultPageBytes).file();
    }

    private static void requireNotNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }
}
