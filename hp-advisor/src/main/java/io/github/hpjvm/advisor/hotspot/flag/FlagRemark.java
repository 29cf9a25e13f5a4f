package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Objects;

/**
 * What HotSpot says about an argument that it takes.
 *
 * @param kind what it says of it
 * @param text the line, with {@code ...} for what differs from start to start
 */
public record FlagRemark(Kind kind, String text) {

    /** What it says of an argument. */
    public enum Kind {
        /** It works and will go. */
        DEPRECATED,
        /** It does nothing any more. */
        OBSOLETE,
        /** Anything else. */
        CONFLICT
    }

    public FlagRemark {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }
}
