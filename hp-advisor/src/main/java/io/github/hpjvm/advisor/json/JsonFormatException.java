package io.github.hpjvm.advisor.json;

/** A document that cannot be read: no JSON, of a newer schema, or not of the shape that the schema asks for. One line. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public JsonFormatException(String message) {
        super(oneLine(message));
    }

    public JsonFormatException(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    /** What a document holds may be in the message, and may be anything. */
    private static String oneLine(String message) {
        return message.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
