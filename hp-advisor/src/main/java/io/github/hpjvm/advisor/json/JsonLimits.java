package io.github.hpjvm.advisor.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/** Limits for each JSON document that is read, and the message for a refused document. */
// A caller has Jackson itself: the module does not pass it on, because the health check works without it.
@SuppressWarnings("exports")
public final class JsonLimits {
    /** Documents of hp-jvm have less than 20 levels. */
    private static final int MOST_LEVELS = 100;

    /** The longest number of a document of hp-jvm has less than 30 characters. */
    private static final int LONGEST_NUMBER = 100;

    private static final int LONGEST_TEXT = 16 << 20;
    private static final int LONGEST_NAME = 1 << 16;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_LEVELS)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build();

    private JsonLimits() {}

    /** A factory of parsers with these limits. Its generators escape characters outside of ASCII. */
    public static JsonFactory factory() {
        // The caller may change its factory.
        return FACTORY.copy();
    }

    /** Says in one line why a parser refused a document. */
    public static String refusal(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return limit(String.valueOf(e.getOriginalMessage())) + at(e);
        }
        if (e instanceof JsonEOFException) {
            return "it ends in the middle" + at(e);
        }
        String message = String.valueOf(e.getOriginalMessage());
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        int detail = line.indexOf(": ");
        return "it is not JSON" + at(e) + ": " + (detail < 0 ? line : line.substring(0, detail)).strip();
    }

    private static String limit(String message) {
        if (message.startsWith("Document nesting depth")) {
            return "it is nested deeper than " + MOST_LEVELS + " levels";
        }
        return message.startsWith("Number")
                ? "it has a number of more than " + LONGEST_NUMBER + " characters"
                : "it has a text or a name that is too long";
    }

    /** Returns the place. If a limit is exceeded, Jackson does not always give it. */
    private static String at(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : ", at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
