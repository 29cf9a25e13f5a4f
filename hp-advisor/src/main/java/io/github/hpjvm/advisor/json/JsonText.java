package io.github.hpjvm.advisor.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts JSON to and from plain values: maps in their order, lists, strings, longs, doubles, booleans and null. Equal values
 * give equal bytes in any locale and any encoding of the terminal: characters outside of ASCII are escaped.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = JsonLimits.factory();

    private JsonText() {}

    /** Indented by two blanks, lines ended by a newline. */
    static String write(Object value) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return write(
                value, new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
    }

    /** Indented in the same way, but a list continues the line on which it begins. */
    static String writeListsInLine(@Nullable Object value) {
        return write(value, new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
    }

    /** One line without blanks, ended by a newline. */
    public static String writeLine(@Nullable Object value) {
        return write(value, new MinimalPrettyPrinter());
    }

    private static String write(@Nullable Object value, PrettyPrinter printer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(printer);
            write(value, out);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        // Jackson does not escape DEL, because it is ASCII.
        return text.append('\n').toString().replace("\u007f", "\\u007f");
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName((String) entry.getKey());
                write(entry.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object one : list) {
                write(one, out);
            }
            out.writeEndArray();
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Integer number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            writeDouble(number, out);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else {
            out.writeString((String) value);
        }
    }

    /** JSON has no NaN and no infinity: they are unknown values. */
    private static void writeDouble(double number, JsonGenerator out) throws IOException {
        if (Double.isFinite(number)) {
            out.writeNumber(number);
        } else {
            out.writeNull();
        }
    }

    /**
     * Reads a document within {@link JsonLimits}. The document {@code null} is null.
     *
     * @throws JsonFormatException if this is not a JSON document, or text follows it
     */
    public static @Nullable Object read(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            in.nextToken();
            Object value = value(in);
            if (in.nextToken() != null) {
                throw new JsonFormatException("text follows the document at line "
                        + in.currentLocation().getLineNr());
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new JsonFormatException(JsonLimits.refusal(e), e);
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory cannot fail", e);
        }
    }

    /** A parser of a document of ASCII characters. */
    static JsonParser parser(byte[] ascii) throws IOException {
        return FACTORY.createParser(ascii);
    }

    private static @Nullable Object value(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token == null) {
            throw new JsonFormatException("the document is empty");
        }
        return switch (token) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> integer(in);
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonFormatException("it is not JSON: unexpected " + token);
        };
    }

    private static long integer(JsonParser in) throws IOException {
        if (in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return in.getLongValue();
        }
        BigInteger number = in.getBigIntegerValue();
        if (number.bitLength() > 63) {
            throw new JsonFormatException(
                    "a number is too large at line " + in.currentLocation().getLineNr());
        }
        return number.longValue();
    }

    private static Map<String, Object> object(JsonParser in) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            object.put(name, value(in));
        }
        return object;
    }

    private static List<Object> array(JsonParser in) throws IOException {
        List<Object> array = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(in));
        }
        return array;
    }
}
