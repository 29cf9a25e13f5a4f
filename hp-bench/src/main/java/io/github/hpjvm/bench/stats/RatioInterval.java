package io.github.hpjvm.bench.stats;

import java.util.List;

/** A closed interval of ratios; 1 means equal cost. */
public record RatioInterval(double low, double high) {

    public RatioInterval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("not an interval: [" + low + ", " + high + "]");
        }
    }

    /** The lower and the upper end. */
    public List<Double> ends() {
        return List.of(low, high);
    }

    /** The interval of the reciprocal; both ends are positive. */
    RatioInterval inverse() {
        return new RatioInterval(1 / high, 1 / low);
    }

    /** Returns whether this interval is within the other. */
    public boolean inside(RatioInterval other) {
        return other.low <= low && high <= other.high;
    }

    /** Returns whether the intervals are disjoint. */
    public boolean apartFrom(RatioInterval other) {
        return high < other.low || other.high < low;
    }

    /** The smallest interval that contains both. */
    public RatioInterval hull(RatioInterval other) {
        return new RatioInterval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** Returns whether this interval contains the point; the ends belong to it. */
    public boolean contains(double point) {
        return low <= point && point <= high;
    }

    /** Converts an interval of logarithms to one of ratios. */
    RatioInterval exp() {
        return new RatioInterval(Math.exp(low), Math.exp(high));
    }

    /** The geometric middle of this interval of ratios. */
    public double middle() {
        return Math.sqrt(low * high);
    }

    /** The width of an interval of ratios, as the logarithm of the factor between its ends. */
    double logWidth() {
        return Math.log(high / low);
    }
}
