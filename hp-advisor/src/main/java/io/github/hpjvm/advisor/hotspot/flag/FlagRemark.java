package io.github.hpjvm.advisor.hotspot.flag;

import java.util.Objects;

/**
 * A message of HotSpot about an argument that it accepts.
 *
 * @param kind the kind of message
 * @param text the line, with {@code ...} for parts that differ from start to start
 */
public record FlagRemark(Kind kind, String text) {

    /** The kind of message about an argument. */
    public enum Kind {
        /** The argument works and will be removed. */
        DEPRECATED,
        /** The argument has no effect any more. */
        OBSOLETE,
        /** Any other message. */
        CONFLICT
    }

    public FlagRemark {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }
}
