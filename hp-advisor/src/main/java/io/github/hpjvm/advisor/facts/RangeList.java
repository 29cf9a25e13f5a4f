package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Numbers of processors or NUMA nodes as the kernel lists them: {@code 0-3,8} (List format in cpuset(7);
 * bitmap_print_to_pagebuf in {@code lib/bitmap.c}).
 *
 * @param ranges ascending, at least one
 */
public record RangeList(List<Range> ranges) {

    /** More digits than any kernel has processors. */
    private static final int MOST_DIGITS = 6;

    public RangeList {
        ranges = List.copyOf(ranges);
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("the list has no ranges");
        }
        for (int i = 1; i < ranges.size(); i++) {
            if (ranges.get(i).first() <= ranges.get(i - 1).last()) {
                throw new IllegalArgumentException("not ascending: " + ranges);
            }
        }
    }

    /** From one number to another, both included. */
    public record Range(int first, int last) {
        public Range {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException("not a range: " + first + "-" + last);
            }
        }
    }

    /** Parses a list; empty if the text is not an ascending list. Blanks around it and around its ranges are ignored. */
    public static Optional<RangeList> parse(String text) {
        List<Range> ranges = new ArrayList<>();
        int before = -1;
        for (String range : text.split(",", -1)) {
            String ends = range.strip();
            int dash = ends.indexOf('-');
            int first = number(dash < 0 ? ends : ends.substring(0, dash));
            int last = dash < 0 ? first : number(ends.substring(dash + 1));
            if (first <= before || last < first) {
                return Optional.empty();
            }
            ranges.add(new Range(first, last));
            before = last;
        }
        return Optional.of(new RangeList(ranges));
    }

    /** The number, or -1 if these are not one to six digits. */
    private static int number(String digits) {
        return Words.isNumber(digits, MOST_DIGITS) ? Integer.parseInt(digits) : -1;
    }

    /** The count of numbers in the list. */
    public int count() {
        int count = 0;
        for (Range range : ranges) {
            count += range.last() - range.first() + 1;
        }
        return count;
    }

    /** Returns whether the list has that number. */
    public boolean contains(int number) {
        return ranges.stream().anyMatch(range -> range.first() <= number && number <= range.last());
    }
}
