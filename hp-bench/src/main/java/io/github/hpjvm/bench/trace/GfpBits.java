package io.github.hpjvm.bench.trace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bits of {@code gfp_flags} in the {@code format} file of {@code kmem:mm_page_alloc}. They differ between kernels
 * (include/linux/gfp_types.h), and so does their notation: {@code 0x100u} up to 6.8, {@code (((1UL))) << (8)} since.
 *
 * @param zero __GFP_ZERO
 * @param noMemalloc __GFP_NOMEMALLOC, which page faults on THP set and pages for a pool do not; 0 if unknown
 */
public record GfpBits(long zero, long noMemalloc) {
    /** The bit since Linux 4.20. */
    private static final long ZERO = 0x100;

    /** Parses the format file; bits that it does not have get their default. */
    public static GfpBits parse(String format) {
        return new GfpBits(bit(format, "__GFP_ZERO", ZERO), bit(format, "__GFP_NOMEMALLOC", 0));
    }

    private static long bit(String format, String name, long otherwise) {
        Matcher last = Pattern.compile("(?:<< \\((\\d{1,2})\\)|0x([0-9a-fA-F]{1,8})u?)[^{}\"]{0,20}, \"" + name + "\"}")
                .matcher(format);
        if (!last.find()) {
            return otherwise;
        }
        return last.group(1) == null ? Long.parseLong(last.group(2), 16) : 1L << Integer.parseInt(last.group(1));
    }
}
