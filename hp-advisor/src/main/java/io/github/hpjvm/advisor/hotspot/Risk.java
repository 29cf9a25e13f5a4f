package io.github.hpjvm.advisor.hotspot;

import java.util.Objects;

/**
 * An event that goes wrong later, or may.
 *
 * @param code which risk
 * @param text what happens, when, and what prevents it
 */
public record Risk(RiskCode code, String text) {

    public Risk {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
    }
}
