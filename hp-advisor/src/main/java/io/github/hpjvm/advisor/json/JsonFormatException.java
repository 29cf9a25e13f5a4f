package io.github.hpjvm.advisor.json;

import org.jspecify.annotations.Nullable;

/** Thrown for a document that is not JSON, is of a newer schema, or does not match the schema. The message is one line. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public JsonFormatException(String message) {
        super(oneLine(message));
    }

    public JsonFormatException(String message, @Nullable Throwable cause) {
        super(oneLine(message), cause);
    }

    /** Makes the message visible, because it may have text of the document. */
    private static String oneLine(String message) {
        return message.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
