package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Converts records to and from the plain values of {@link JsonText}. The components of a record are its schema.
 *
 * <ul>
 *   <li>a record is an object, its components the members, in their order;
 *   <li>a fact is {@code {"value", "source"}}, or {@code {"absent", "source", "grant"}};
 *   <li>a size is a number of bytes, a range of addresses {@code "c0000000-100000000"}, a Java version and an instant
 *       their text, an enum its name, an empty Optional null. A component that is null has no member;
 *   <li>the members of an {@link InPlace} are members of the record that has it.
 * </ul>
 *
 * <p>Unknown members are ignored. A missing member is read as null, which only an Optional accepts; {@link #decodeLenient}
 * has a value for any other.
 */
public final class RecordCodec {
    static final String VALUE = "value";
    static final String ABSENT = "absent";
    static final String SOURCE = "source";
    static final String GRANT = "grant";

    /** Longest text, the same as for an argument. */
    private static final int LONGEST = 8 * 1024;

    private RecordCodec() {}

    /** The document of a record as text that ends in a newline. */
    static String write(Record document) {
        return JsonText.write(encodeRecord(document));
    }

    /** The plain value of a record or of anything that a record may hold. */
    public static @Nullable Object encode(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) {
            return value;
        }
        if (value instanceof Fact<?> fact) {
            return encodeFact(fact);
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(RecordCodec::encode).orElse(null);
        }
        if (value instanceof OptionalDouble number) {
            return number.isPresent() ? number.getAsDouble() : null;
        }
        if (value instanceof OptionalInt number) {
            return number.isPresent() ? number.getAsInt() : null;
        }
        if (value instanceof OptionalLong number) {
            return number.isPresent() ? number.getAsLong() : null;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RecordCodec::encode).collect(ArrayList::new, List::add, List::addAll);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((name, one) -> object.put((String) name, encode(one)));
            return object;
        }
        if (value instanceof Bytes size) {
            return size.value();
        }
        if (value instanceof AddressRange range) {
            return Long.toHexString(range.start()) + "-" + Long.toHexString(range.end());
        }
        if (value instanceof JavaVersion version) {
            return version.text();
        }
        if (value instanceof Enum<?> constant) {
            return name(constant);
        }
        return value instanceof Record record ? encodeRecord(record) : value.toString();
    }

    /** The members of a record. */
    public static Map<String, Object> encodeRecord(Record record) {
        Map<String, Object> object = new LinkedHashMap<>();
        RecordShape shape = RecordShape.of(record.getClass());
        for (int i = 0; i < shape.names.length; i++) {
            Object value = shape.component(record, i);
            if (value instanceof InPlace<?> part) {
                object.putAll(encodeRecord(part.record()));
            } else if (value != null) {
                object.put(shape.names[i], encode(value));
            }
        }
        return object;
    }

    private static Map<String, Object> encodeFact(Fact<?> fact) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (fact instanceof Fact.Absent<?> absent) {
            object.put(ABSENT, absent.reason().name());
            object.put(SOURCE, encode(absent.source()));
            object.put(GRANT, absent.grant());
        } else {
            object.put(VALUE, encode(fact.known().orElseThrow()));
            object.put(SOURCE, encode(fact.source()));
        }
        return object;
    }

    /**
     * The record of that type.
     *
     * @throws JsonFormatException if the value is not of its shape, naming the member
     */
    static <T extends Record> T decode(Object value, Class<T> type) {
        return type.cast(RecordDecoder.decode(value, type, false));
    }

    /**
     * The record of that type, from a document of which other versions of hp-jvm have written less. What is absent or null is
     * empty, 0, false or NaN; of a record, each component is. Only an enum cannot be absent. A text keeps its lines and its
     * length.
     *
     * @throws JsonFormatException if a value is not of its shape, naming the member
     */
    public static <T extends Record> T decodeLenient(@Nullable Object value, Class<T> type) {
        return type.cast(RecordDecoder.decode(value, type, true));
    }

    /**
     * A text of a document, cleaned like the text of a host, because a document may come from anywhere. A source cleans its
     * own texts: its excerpt may have two lines.
     */
    static String clean(String text) {
        return Visible.fields(text, LONGEST);
    }

    static Object constant(String name, Class<?> type) {
        Object constant = CONSTANTS.get(type).get(name);
        if (constant == null) {
            throw new IllegalArgumentException(name);
        }
        return constant;
    }

    /** The constants of each enum by their names in documents. */
    private static final ClassValue<Map<String, Object>> CONSTANTS = new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
            Map<String, Object> constants = new HashMap<>();
            for (Object one : type.getEnumConstants()) {
                constants.put(((Enum<?>) one).name(), one);
                constants.put(name((Enum<?>) one), one);
            }
            return constants;
        }
    };

    static AddressRange range(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException(text);
        }
        return new AddressRange(
                Long.parseUnsignedLong(text.substring(0, dash), 16),
                Long.parseUnsignedLong(text.substring(dash + 1), 16));
    }

    /** All documents write regions in lower case. Snapshots of older versions have them in upper case. */
    static String name(Enum<?> constant) {
        return constant instanceof RegionName ? constant.toString() : constant.name();
    }
}
