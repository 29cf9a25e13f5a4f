package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.Visible;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts records to and from the plain values of {@link JsonText}. The components of a record are its schema.
 *
 * <ul>
 *   <li>a record is an object, its components the members, in their order;
 *   <li>a fact is {@code {"value", "source"}}, or {@code {"absent", "source", "grant"}};
 *   <li>a size is a number of bytes, a range of addresses {@code "c0000000-100000000"}, a Java version and an instant
 *       their text, an enum its name, an empty Optional null.
 * </ul>
 *
 * <p>Unknown members are ignored. A missing member is read as null, which only an Optional accepts.
 */
final class RecordCodec {
    static final String VALUE = "value";
    static final String ABSENT = "absent";
    static final String SOURCE = "source";
    static final String GRANT = "grant";

    /** Longest text, the same as for an argument. */
    private static final int LONGEST = 8 * 1024;

    private RecordCodec() {}

    /** The place of a value in a document. Its text is made for a message only: a document has thousands of places. */
    private record Place(@Nullable Place parent, String name, int index) {
        private static final int NO_ELEMENT = -1;

        static Place root(String name) {
            return new Place(null, name, NO_ELEMENT);
        }

        Place member(String member) {
            return new Place(this, member, NO_ELEMENT);
        }

        Place element(int element) {
            return new Place(this, "", element);
        }

        @Override
        public String toString() {
            if (parent == null) {
                return name;
            }
            return parent + (index == NO_ELEMENT ? "." + name : "[" + index + "]");
        }
    }

    /** The document of a record as text that ends in a newline. */
    static String write(Record document) {
        return JsonText.write(encodeRecord(document));
    }

    /** The plain value of a record or of anything that a record may hold. */
    static @Nullable Object encode(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) {
            return value;
        }
        if (value instanceof Fact<?> fact) {
            return encodeFact(fact);
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(RecordCodec::encode).orElse(null);
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
    static Map<String, Object> encodeRecord(Record record) {
        Map<String, Object> object = new LinkedHashMap<>();
        Shape shape = SHAPES.get(record.getClass());
        for (int i = 0; i < shape.names.length; i++) {
            object.put(shape.names[i], encode(component(record, shape.accessors[i])));
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
        return type.cast(decode(value, type, Place.root(type.getSimpleName())));
    }

    private static Object decode(@Nullable Object value, Type type, Place where) {
        if (type instanceof ParameterizedType generic) {
            return decodeGeneric(value, generic, where);
        }
        Class<?> target = (Class<?>) type;
        if (value == null) {
            throw new JsonFormatException(where + " is missing");
        }
        try {
            return decodeSimple(value, target, where);
        } catch (ClassCastException | IllegalArgumentException | ArithmeticException | DateTimeException e) {
            if (e instanceof JsonFormatException) {
                throw e;
            }
            throw new JsonFormatException(
                    where + " is not of type " + target.getSimpleName() + ": " + shortened(value), e);
        }
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
        if (raw == List.class && value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(one -> all.add(decode(one, element, where.element(all.size()))));
            return List.copyOf(all);
        }
        if (raw == Map.class) {
            Map<String, Object> all = new LinkedHashMap<>();
            object(value, where).forEach((name, one) -> all.put(clean(name), decode(one, element, where.member(name))));
            return all;
        }
        throw new JsonFormatException(where + " is not of type " + raw.getSimpleName() + ": " + shortened(value));
    }

    private static Object decodeSimple(Object value, Class<?> type, Place where) {
        if (type == String.class || type == boolean.class || type == Boolean.class) {
            return type == String.class ? clean((String) value) : (Boolean) value;
        }
        if (type == long.class || type == Long.class) {
            return (Long) value;
        }
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact((Long) value);
        }
        if (type == double.class || type == Double.class) {
            return ((Number) value).doubleValue();
        }
        if (type == Bytes.class) {
            return Bytes.of((Long) value);
        }
        if (type == AddressRange.class) {
            return range((String) value);
        }
        if (type == JavaVersion.class) {
            return JavaVersion.parse((String) value);
        }
        if (type == Instant.class) {
            return Instant.parse((String) value);
        }
        if (type.isEnum()) {
            return constant((String) value, type);
        }
        if (type.isRecord()) {
            return decodeRecord(object(value, where), type, where);
        }
        throw new IllegalStateException("records of facts may not hold a " + type);
    }

    /**
     * A text of a document, cleaned like the text of a host, because a document may come from anywhere. A source cleans its
     * own texts: its excerpt may have two lines.
     */
    static String clean(String text) {
        return Visible.fields(text, LONGEST);
    }

    private static Object decodeRecord(Map<String, Object> object, Class<?> type, Place where) {
        Shape shape = SHAPES.get(type);
        Object[] values = new Object[shape.names.length];
        for (int i = 0; i < values.length; i++) {
            String name = shape.names[i];
            Object value = object.get(name);
            values[i] = type == Source.class && value instanceof String
                    ? value
                    : decode(value, shape.types[i], where.member(name));
        }
        try {
            return shape.record(values);
        } catch (InvocationTargetException e) {
            throw new JsonFormatException(where + ": " + e.getTargetException().getMessage(), e);
        }
    }

    static Shape shape(Class<?> type) {
        return SHAPES.get(type);
    }

    /** The shape of each record: reflection creates its arrays anew at each call. */
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(type);
        }
    };

    /** The components of a record. */
    static final class Shape {
        final String[] names;
        final Type[] types;
        private final Method[] accessors;

        /** Null if it is not public, as that of a record that is only written. */
        private final @Nullable Constructor<?> constructor;

        private static @Nullable Constructor<?> constructor(Class<?> type, Class<?>[] parameters) {
            try {
                return type.getConstructor(parameters);
            } catch (NoSuchMethodException e) {
                return null;
            }
        }

        Shape(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            names = new String[components.length];
            types = new Type[components.length];
            accessors = new Method[components.length];
            Class<?>[] parameters = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                names[i] = components[i].getName();
                types[i] = components[i].getGenericType();
                accessors[i] = components[i].getAccessor();
                parameters[i] = components[i].getType();
            }
            constructor = constructor(type, parameters);
        }

        /** Returns the record with these components; the cause of an exception is that of its constructor. */
        Object record(Object[] values) throws InvocationTargetException {
            if (constructor == null) {
                throw new IllegalStateException("a record that is read has no public canonical constructor");
            }
            try {
                return constructor.newInstance(values);
            } catch (InstantiationException | IllegalAccessException e) {
                throw new IllegalStateException("cannot call " + constructor, e);
            }
        }
    }

    private static Fact<Object> decodeFact(Map<String, Object> object, Type element, Place where) {
        Source source = (Source) decode(object.get(SOURCE), Source.class, where.member(SOURCE));
        if (object.get(ABSENT) instanceof String reason) {
            String grant = object.get(GRANT) instanceof String text ? text : "";
            return Fact.absent((Reason) decode(reason, Reason.class, where.member(ABSENT)), source, grant);
        }
        return Fact.known(decode(object.get(VALUE), element, where.member(VALUE)), source);
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

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value, Place where) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new JsonFormatException(where + " is not an object: " + shortened(value));
    }

    private static Object component(Record record, Method accessor) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + accessor, e);
        }
    }

    private static String shortened(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    /** All documents write regions in lower case. Snapshots of older versions have them in upper case. */
    private static String name(Enum<?> constant) {
        return constant instanceof RegionName ? constant.toString() : constant.name();
    }
}
