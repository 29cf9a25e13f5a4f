package io.github.hpjvm.advisor.hotspot;

import java.util.Objects;

/**
 * Something that goes wrong later, or may.
 *
 * @param code what it is
 * @param text what happens, when, and what prevents it
 */
public record Risk(RiskCode code, String text) {

    public Risk {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
    }
}
