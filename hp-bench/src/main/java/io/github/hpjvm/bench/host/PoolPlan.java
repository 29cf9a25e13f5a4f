package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * How many huge pages to write into a pool so that a JVM gets its bill on top of what others use. Pure arithmetic on
 * numbers of {@code /proc/meminfo} or of a pool's sysfs folder (Documentation/admin-guide/mm/hugetlbpage.rst).
 */
public final class PoolPlan {
    private PoolPlan() {}

    /**
     * The new size of the pool: {@code total + max(0, need - (free - reserved))}.
     *
     * @param total pages of the pool, {@code HugePages_Total}
     * @param free pages not yet allocated, {@code HugePages_Free}
     * @param reserved free pages that are promised to a mapping, {@code HugePages_Rsvd}: not for us
     * @param need pages that the JVM takes
     * @return the value to write; empty if the pool has enough
     * @throws IllegalArgumentException if a number is negative
     * @throws ArithmeticException if the sum is no long
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
     * Whether the host can spare the pages. Pool pages are taken from memory that is available now, and never swapped.
     *
     * @param pagesToAdd pages by which the pool grows
     * @param pageBytes size of one
     * @param memAvailableBytes {@code MemAvailable} of {@code /proc/meminfo}, in bytes
     * @param alsoNeededBytes what else the run needs, outside the pool
     * @return false too if the amount is more than a long can hold
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
     * The file to write a pool's size to. For the default page size it is the sysctl, which reads back the persistent
     * pages alone; {@code nr_hugepages} in sysfs counts surplus pages too, so that putting back what was read there
     * while another process uses surplus pages would make them permanent.
     *
     * @param pageBytes page size of the pool, a multiple of 1024
     * @param defaultPageBytes {@code Hugepagesize} of {@code /proc/meminfo}, in bytes
     */
    public static Path file(long pageBytes, long defaultPageBytes) {
        return pageBytes == defaultPageBytes
                ? Path.of("/proc/sys/vm/nr_hugepages")
                : Path.of("/sys/kernel/mm/hugepages/hugepages-" + pageBytes / 1024 + "kB/nr_hugepages");
    }

    private static void requireNotNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }
}
