package io.github.hpjvm.bench.stats;

/** A closed interval of ratios; 1 means equal cost. */
public record Interval(double low, double high) {

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("not an interval: [" + low + ", " + high + "]");
        }
    }

    /** Whether this interval lies wholly within the other. */
    public boolean inside(Interval other) {
        return other.low <= low && high <= other.high;
    }

    /** Whether the two share no point. */
    public boolean apartFrom(Interval other) {
        return high < other.low || other.high < low;
    }

    /** The smallest interval that holds both. */
    public Interval hull(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** Whether the point lies in it, ends included. */
    public boolean contains(double point) {
        return low <= point && point <= high;
    }

    /** From an interval of logarithms to that of their ratios. */
    Interval exp() {
        return new Interval(Math.exp(low), Math.exp(high));
    }

    /** The ratio in the middle of this interval of ratios: as far from one end as from the other, as a factor. */
    public double middle() {
        return Math.sqrt(low * high);
    }

    /** The width of an interval of ratios, as the logarithm of the factor between its ends. */
    double logWidth() {
        return Math.log(high / low);
    }
}
