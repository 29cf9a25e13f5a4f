package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.hotspot.RegionForecast;
import java.util.Objects;

/**
 * The predicted pages of a region for a start of the JVM now, and the reason for a difference from its present pages.
 *
 * @param forecast the prediction
 * @param difference a sentence that explains a difference; empty if there is none, or if one side is unknown
 */
public record Expectation(RegionForecast forecast, String difference) {

    public Expectation {
        Objects.requireNonNull(forecast, "forecast");
        Objects.requireNonNull(difference, "difference");
    }
}
