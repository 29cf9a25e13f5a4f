package io.github.hpjvm.it.matrix;

import java.util.Objects;

/**
 * The comparison in one dimension.
 *
 * @param dimension which
 * @param agrees whether prediction and observation agree
 * @param expected the prediction
 * @param observed the observation
 * @param open whether the prediction is unknown, which agrees with nothing
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

    /** Returns text such as {@code HEAP: predicted THP 2 MiB, observed BASE}. */
    @Override
    public String toString() {
        return dimension + ": predicted " + expected + ", observed " + observed;
    }
}
