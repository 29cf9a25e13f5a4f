package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.hotspot.RegionForecast;
import java.util.Objects;

/**
 * What a region of a running JVM would get if the JVM were started now, and how that goes together with what it has.
 *
 * @param forecast what it would get
 * @param difference why it has something else, as a sentence for people; empty if it has just that, or if one of both
 *     is not known
 */
public record Expectation(RegionForecast forecast, String difference) {

    public Expectation {
        Objects.requireNonNull(forecast, "forecast");
        Objects.requireNonNull(difference, "difference");
    }
}
