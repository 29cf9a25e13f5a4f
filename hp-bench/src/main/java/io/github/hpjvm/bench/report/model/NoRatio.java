package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.variant.Variant;

/**
 * The reason why a variant has no ratio to baseline: no round has both sides, or results without a ratio may hide a loss.
 *
 * @param why the reason
 * @param side the side that is missing: the variant or baseline
 * @param own whether that side is the variant itself
 * @param text the reason for people, with the name of baseline if that is the missing side
 */
public record NoRatio(Why why, Variant side, boolean own, String text) {
    /** The reasons. */
    enum Why {
        NOT_MEASURED("not measured"),
        STOPPED("stopped before the first result"),
        FAILED("all %s failed"),
        OTHER_JVM("ran on another JVM"),
        NO_PAGES("did not get its pages"),
        NO_SCORE("no score above 0"),
        PARTLY_NO_SCORE("no score above 0 in some"),
        LEFT_OUT("all rounds left out"),
        NEVER_TOGETHER("never in the same round as baseline");

        private final String text;

        Why(String text) {
            this.text = text;
        }
    }

    /** @param runs such as {@code forks} */
    static NoRatio of(Why why, Variant side, boolean own, String runs) {
        String text = String.format(why.text, runs);
        return new NoRatio(why, side, own, own ? text : side.name() + (why == Why.NO_SCORE ? " has " : " ") + text);
    }

    /** Returns whether the variant itself was not measured, for a reason that is not its own. */
    boolean isOfVariant(Why reason) {
        return own && why == reason;
    }

    /** Returns whether there is a ratio, of a part of the results. */
    boolean isPart() {
        return why == Why.PARTLY_NO_SCORE;
    }

    /** A few words, where the report names pages that were not verified elsewhere. */
    public String shortly() {
        return why == Why.NO_PAGES ? (own ? "" : side.name() + " ") + "not verified" : text;
    }
}
