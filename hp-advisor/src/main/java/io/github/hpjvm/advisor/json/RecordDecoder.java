package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.Visible;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes records of the plain values of {@link JsonText}, for {@link RecordCodec}. */
final class RecordDecoder {
    private static final int MOST_SHOWN = 40;

    private RecordDecoder() {}

    /**
     * The record of that type.
     *
     * @param lenient whether members may be absent
     * @throws JsonFormatException if a value is not of its shape, naming the member
     */
    static Object decode(@Nullable Object value, Class<?> type, boolean lenient) {
        return decode(value, type, Place.root(lenient ? "" : type.getSimpleName(), lenient));
    }

    /**
     * The place of a value in a document. Its text is made for a message only: a document has thousands of places.
     *
     * @param lenient whether members of the document may be absent
     */
    private record Place(@Nullable Place parent, String name, int index, boolean lenient) {
        private static final int NO_ELEMENT = -1;

        static Place root(String name, boolean lenient) {
            return new Place(null, name, NO_ELEMENT, lenient);
        }

        Place member(String member) {
            return new Place(this, member, NO_ELEMENT, lenient);
        }

        Place element(int element) {
            return new Place(this, "", element, lenient);
        }

        String clean(String text) {
            return lenient ? Visible.lines(text) : RecordCodec.clean(text);
        }

        @Override
        public String toString() {
            String before = parent == null ? "" : parent.toString();
            if (index != NO_ELEMENT) {
                return before + "[" + index + "]";
            }
            return before.isEmpty() ? name : before + "." + name;
        }
    }

    private static Object decode(@Nullable Object value, Type type, Place where) {
        if (type instanceof ParameterizedType generic) {
            return decodeGeneric(value, generic, where);
        }
        Class<?> target = (Class<?>) type;
        if (value == null) {
            return nothing(target, where);
        }
        try {
            return decodeSimple(value, target, where);
        } catch (ClassCastException | IllegalArgumentException | ArithmeticException | DateTimeException e) {
            if (e instanceof JsonFormatException) {
                throw e;
            }
            throw wrong(value, expected(target), where, e);
        }
    }

    /** The value of what a document does not have. */
    private static Object nothing(Class<?> type, Place where) {
        if (!where.lenient) {
            throw new JsonFormatException(where + " is missing");
        }
        return switch (type.getSimpleName()) {
            case "String" -> "";
            case "boolean" -> false;
            case "int" -> 0;
            case "long" -> 0L;
            case "double", "Double" -> Double.NaN;
            case "Bytes" -> Bytes.ZERO;
            case "OptionalDouble" -> OptionalDouble.empty();
            case "OptionalInt" -> OptionalInt.empty();
            case "OptionalLong" -> OptionalLong.empty();
            default -> {
                if (!type.isRecord()) {
                    throw new JsonFormatException(where + " is missing");
                }
                yield decodeRecord(Map.of(), type, where);
            }
        };
    }

    private static Object decodeGeneric(@Nullable Object value, ParameterizedType type, Place where) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type element = type.getActualTypeArguments()[type.getActualTypeArguments().length - 1];
        if (raw == Optional.class) {
            return value == null ? Optional.empty() : Optional.of(decode(value, element, where));
        }
        if (raw == Fact.class) {
            return decodeFact(object(value, where), element, where);
        }
        if (raw == InPlace.class) {
            return new InPlace<>((Record) decode(value, element, where));
        }
        if (value == null && where.lenient) {
            return raw == Map.class ? Map.of() : List.of();
        }
        if (raw == List.class && value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(one -> all.add(decode(one, element, where.element(all.size()))));
            return List.copyOf(all);
        }
        if (raw == Map.class) {
            Map<String, Object> all = new LinkedHashMap<>();
            object(value, where)
                    .forEach((name, one) -> all.put(where.clean(name), decode(one, element, where.member(name))));
            return all;
        }
        throw wrong(value, "a list", where, null);
    }

    private static Object decodeSimple(Object value, Class<?> type, Place where) {
        return switch (type.getSimpleName()) {
            case "String" -> where.clean((String) value);
            case "boolean", "Boolean" -> (Boolean) value;
            case "long", "Long" -> (Long) value;
            case "int", "Integer" -> Math.toIntExact((Long) value);
            case "double", "Double" -> ((Number) value).doubleValue();
            case "Number" -> (Number) value;
            case "OptionalDouble" -> finite(((Number) value).doubleValue());
            case "OptionalInt" -> OptionalInt.of(Math.toIntExact((Long) value));
            case "OptionalLong" -> OptionalLong.of((Long) value);
            case "Bytes" -> Bytes.of((Long) value);
            case "AddressRange" -> RecordCodec.range((String) value);
            case "JavaVersion" -> JavaVersion.parse((String) value);
            case "Instant" -> Instant.parse((String) value);
            default ->
                type.isEnum()
                        ? RecordCodec.constant((String) value, type)
                        : decodeRecord(object(value, where), type, where);
        };
    }

    private static OptionalDouble finite(double number) {
        if (!Double.isFinite(number)) {
            throw new ArithmeticException("too large for a number");
        }
        return OptionalDouble.of(number);
    }

    private static Object decodeRecord(Map<String, Object> object, Class<?> type, Place where) {
        RecordShape shape = RecordShape.of(type);
        Object[] values = new Object[shape.names.length];
        for (int i = 0; i < values.length; i++) {
            String name = shape.names[i];
            Object value = object.get(name);
            if (shape.isInPlace(i)) {
                values[i] = decode(object, shape.types[i], where);
            } else {
                values[i] = type == Source.class && value instanceof String
                        ? value
                        : decode(value, shape.types[i], where.member(name));
            }
        }
        try {
            return shape.record(values);
        } catch (InvocationTargetException e) {
            throw new JsonFormatException(where + ": " + e.getTargetException().getMessage(), e);
        }
    }

    private static Fact<Object> decodeFact(Map<String, Object> object, Type element, Place where) {
        Source source = (Source) decode(object.get(RecordCodec.SOURCE), Source.class, where.member(RecordCodec.SOURCE));
        if (object.get(RecordCodec.ABSENT) instanceof String reason) {
            String grant = object.get(RecordCodec.GRANT) instanceof String text ? text : "";
            return Fact.absent((Reason) decode(reason, Reason.class, where.member(RecordCodec.ABSENT)), source, grant);
        }
        return Fact.known(decode(object.get(RecordCodec.VALUE), element, where.member(RecordCodec.VALUE)), source);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value, Place where) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw wrong(value, "an object", where, null);
    }

    private static JsonFormatException wrong(
            @Nullable Object value, String expected, Place where, @Nullable Exception cause) {
        String text = value instanceof Number
                ? value.toString()
                : JsonText.writeLine(value).strip();
        String shown = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
        String place = where.toString();
        return new JsonFormatException(
                (place.isEmpty() ? "the document" : place) + " is " + shown + ", not " + expected, cause);
    }

    private static String expected(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> "a string";
            case "boolean", "Boolean" -> "true or false";
            case "int", "Integer", "OptionalInt", "long", "Long", "OptionalLong" -> "a whole number";
            case "double", "Double", "OptionalDouble", "Number" -> "a number";
            case "Bytes" -> "a size in bytes";
            case "Instant" -> "a time";
            default ->
                type.isEnum()
                        ? "one of "
                                + Arrays.stream(type.getEnumConstants())
                                        .map(one -> RecordCodec.name((Enum<?>) one))
                                        .collect(Collectors.joining(", "))
                        : "of the form of " + type.getSimpleName();
        };
    }
}
