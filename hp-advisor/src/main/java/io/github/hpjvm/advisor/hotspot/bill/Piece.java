package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Objects;

/**
 * A piece of memory that HotSpot reserves by itself, all of it or nothing.
 *
 * @param region which region it belongs to
 * @param name its name; several equal ones are one piece with the name of all
 * @param count how many of them are reserved one after the other
 * @param pageSize the size of the large pages of its reservation
 * @param pages how many of them each takes; zero if it stays on base pages
 * @param whole whether its size is a multiple of the page size, as System V shared memory requires
 * @param why how that number is computed
 */
public record Piece(RegionName region, String name, int count, Bytes pageSize, Span pages, boolean whole, String why) {

    public Piece {
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(why, "why");
    }

    /** Returns the pages of all of them together. */
    public Span all() {
        return pages.times(count);
    }

    /** Returns the same piece with another number of pages. */
    public Piece with(Span other) {
        return new Piece(region, name, count, pageSize, other, whole, why);
    }

    /** Returns the same piece on smaller pages. */
    public Piece on(Bytes smaller) {
        long factor = pageSize.value() / smaller.value();
        return new Piece(region, name, count, smaller, pages.times(factor), whole, why);
    }
}
