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

    /** So many and no others. */
    public static Span exactly(long pages) {
        return new Span(pages, pages);
    }

    /** Both together. */
    public Span plus(Span other) {
        return new Span(min + other.min, max + other.max);
    }

    /** What remains when {@code other} is taken away: zero at least. */
    public Span minus(Span other) {
        return new Span(Math.max(0, min - other.max), Math.max(0, max - other.min));
    }

    /** So many of them. */
    public Span times(long factor) {
        return new Span(min * factor, max * factor);
    }

    /** The narrowest one that both are in. */
    public Span hull(Span other) {
        return new Span(Math.min(min, other.min), Math.max(max, other.max));
    }
}
