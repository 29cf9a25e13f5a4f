package io.github.hpjvm.it.matrix;

import java.util.Objects;

/**
 * The comparison in one dimension.
 *
 * @param dimension which
 * @param agrees whether what was foretold is what was seen
 * @param expected what was foretold
 * @param observed what was seen
 * @param open whether the prediction says that it cannot be known, which agrees with nothing
 */
record Verdict(Dimension dimension, boolean agrees, String expected, String observed, boolean open) {
    Verdict {
        Objects.requireNonNull(dimension, "dimension");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(observed, "observed");
    }

    Verdict(Dimension dimension, boolean agrees, String expected, String observed) {
        this(dimension, agrees, expected, observed, false);
    }

    static Verdict of(Dimension dimension, Object expected, Object observed) {
        return new Verdict(dimension, expected.equals(observed), expected.toString(), observed.toString());
    }

    /** Such as {@code HEAP: foretold THP 2 MiB, seen BASE}. */
    @Override
    public String toString() {
        return dimension + ": foretold " + expected + ", seen " + observed;
    }
}
