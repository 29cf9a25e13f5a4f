package io.github.hpjvm.advisor.hotspot.bill;

/**
 * A number of pages that lies between two bounds.
 *
 * @param min the lower one
 * @param max the upper one
 */
public record Span(long min, long max) {

    /** No page at all. */
    public static final Span NONE = new Span(0, 0);

    /** Returns exactly that number. */
    public static Span exactly(long pages) {
        return new Span(pages, pages);
    }

    /** Returns the sum of both. */
    public Span plus(Span other) {
        return new Span(min + other.min, max + other.max);
    }

    /** Returns the difference, zero at least. */
    public Span minus(Span other) {
        return new Span(Math.max(0, min - other.max), Math.max(0, max - other.min));
    }

    /** Returns the product. */
    public Span times(long factor) {
        return new Span(min * factor, max * factor);
    }

    /** Returns the narrowest span that contains both. */
    public Span hull(Span other) {
        return new Span(Math.min(min, other.min), Math.max(max, other.max));
    }
}
