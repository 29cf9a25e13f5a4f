package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;

/** The number of huge pages that HotSpot gets into a reservation of a given size. */
enum Reservation {
    /**
     * 8 and 11: a size that is no multiple of the page size is reserved at any base page, so the pages at its ends do
     * not fit. The result is the largest number that fits, or one less.
     */
    ANYWHERE,
    /** 17 and newer: the start is aligned, and only an incomplete page at the end stays small. */
    ALIGNED;

    static Reservation of(int release) {
        return release < 17 ? ANYWHERE : ALIGNED;
    }

    /** Returns the pages that fit into a reservation of exactly that size. */
    Span pages(Bytes size, Bytes page) {
        long most = size.value() / page.value();
        boolean whole = size.value() % page.value() == 0;
        return this == ALIGNED || whole ? Span.exactly(most) : new Span(Math.max(0, most - 1), most);
    }

    /** Returns the pages that fit into a reservation of a size in between, which is no multiple of the page size. */
    Span pagesBetween(Bytes least, Bytes most, Bytes page) {
        long fewest = least.value() / page.value();
        return new Span(Math.max(0, this == ALIGNED ? fewest : fewest - 1), most.value() / page.value());
    }
}
