package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.PoolBill.PAGE_SIZE;

import io.github.hpjvm.advisor.facts.Bytes;

/** How many huge pages HotSpot gets into a reservation of a given size. */
enum Reservation {
    /**
     * 8 and 11: a size that is no multiple of the page size is reserved at any base page, so that the pages at its
     * ends do not fit: as many as fit at best, or one less.
     */
    ANYWHERE,
    /** 17 and newer: the start is aligned, and only an incomplete page at the end stays small. */
    ALIGNED;

    static Reservation of(int release) {
        return release < 17 ? ANYWHERE : ALIGNED;
    }

    /** The pages of a reservation that HotSpot itself rounds up to whole pages. */
    static Span roundedUp(Bytes size) {
        return Span.exactly(size.dividedRoundingUp(PAGE_SIZE));
    }

    /** The pages that fit into a reservation of exactly that size. */
    Span pages(Bytes size) {
        long most = size.value() / PAGE_SIZE.value();
        boolean whole = size.value() % PAGE_SIZE.value() == 0;
        return this == ALIGNED || whole ? Span.exactly(most) : new Span(Math.max(0, most - 1), most);
    }

    /** The pages that fit into a reservation of a size in between, which is no multiple of the page size. */
    Span pagesBetween(Bytes least, Bytes most) {
        long fewest = least.value() / PAGE_SIZE.value();
        return new Span(Math.max(0, this == ALIGNED ? fewest : fewest - 1), most.value() / PAGE_SIZE.value());
    }
}
