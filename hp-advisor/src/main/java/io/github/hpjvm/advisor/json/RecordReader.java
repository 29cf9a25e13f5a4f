package io.github.hpjvm.advisor.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from the tokens of a parser. The records equal those of {@link RecordCodec}, which first makes plain values of a
 * whole document, but flags that advice does not read are left out ({@link VmFlag#isForAdvice}): they are nine tenths of a
 * snapshot. A document that is not of the shape ends in any {@link RuntimeException}; {@link RecordCodec} has the message.
 */
final class RecordReader {
    private RecordReader() {}

    /** Reads values of one type. The first token of the value is the current one, and its last token is it afterwards. */
    private interface Reader {
        Object read(JsonParser in) throws IOException;

        /** Returns the value of a member that is not there. */
        default Object missing() {
            throw new JsonFormatException("a member is missing");
        }
    }

    /** A reader for each type that is no generic one, made once: reflection takes longer than reading. */
    private static final ClassValue<Reader> READERS = new ClassValue<>() {
        @Override
        protected Reader computeValue(Class<?> type) {
            return simple(type);
        }
    };

    /**
     * Reads a record whose members begin after the current token.
     *
     * @throws RuntimeException if the document is not of its shape
     */
    static <T extends Record> T members(JsonParser in, Class<T> type) throws IOException {
        return type.cast(((RecordOf) READERS.get(type)).members(in));
    }

    private static Reader of(Type type) {
        if (!(type instanceof ParameterizedType generic)) {
            return READERS.get((Class<?>) type);
        }
        Type[] arguments = generic.getActualTypeArguments();
        Type last = arguments[arguments.length - 1];
        Reader element = of(last);
        if (generic.getRawType() == Optional.class) {
            return new OptionalOf(element);
        }
        if (generic.getRawType() == Fact.class) {
            return in -> fact(in, element);
        }
        if (generic.getRawType() == List.class) {
            return in -> list(in, element);
        }
        if (generic.getRawType() == Map.class) {
            return last == VmFlag.class ? in -> flags(in, element) : in -> map(in, element);
        }
        throw new IllegalStateException("records of facts may not hold a " + type);
    }

    private static Reader simple(Class<?> type) {
        if (type == String.class) {
            return in -> RecordCodec.clean(text(in));
        }
        if (type == boolean.class || type == Boolean.class) {
            return RecordReader::truth;
        }
        if (type == long.class || type == Long.class) {
            return RecordReader::number;
        }
        if (type == int.class || type == Integer.class) {
            return in -> Math.toIntExact(number(in));
        }
        if (type == double.class || type == Double.class) {
            return RecordReader::decimal;
        }
        if (type == Bytes.class) {
            return in -> Bytes.of(number(in));
        }
        if (type == AddressRange.class) {
            return in -> RecordCodec.range(text(in));
        }
        if (type == JavaVersion.class) {
            return in -> JavaVersion.parse(text(in));
        }
        if (type == Instant.class) {
            return in -> Instant.parse(text(in));
        }
        return type.isEnum() ? in -> RecordCodec.constant(text(in), type) : new RecordOf(type);
    }

    private static String text(JsonParser in) throws IOException {
        expect(in, JsonToken.VALUE_STRING);
        return in.getText();
    }

    private static boolean truth(JsonParser in) throws IOException {
        return in.getBooleanValue();
    }

    private static long number(JsonParser in) throws IOException {
        expect(in, JsonToken.VALUE_NUMBER_INT);
        return in.getLongValue();
    }

    private static double decimal(JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_NUMBER_INT ? number(in) : in.getDoubleValue();
    }

    private static void expect(JsonParser in, JsonToken token) {
        if (in.currentToken() != token) {
            throw new JsonFormatException("not of the type");
        }
    }

    private static Object list(JsonParser in, Reader element) throws IOException {
        expect(in, JsonToken.START_ARRAY);
        List<Object> all = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            all.add(element.read(in));
        }
        return List.copyOf(all);
    }

    private static Object map(JsonParser in, Reader element) throws IOException {
        expect(in, JsonToken.START_OBJECT);
        Map<String, Object> all = new LinkedHashMap<>();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            all.put(RecordCodec.clean(name), element.read(in));
        }
        expect(in, JsonToken.END_OBJECT);
        return all;
    }

    /**
     * Reads the flags that advice reads, and one more. A JVM without any flag counts as not started, and a plan that changes the
     * heap drops the sizes of the heap: so one other flag is kept, whatever it is.
     */
    private static Object flags(JsonParser in, Reader flag) throws IOException {
        expect(in, JsonToken.START_OBJECT);
        Map<String, Object> all = new LinkedHashMap<>();
        boolean hasOther = false;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            if (!hasOther || VmFlag.isForAdvice(name)) {
                all.put(RecordCodec.clean(name), flag.read(in));
                hasOther |= !VmFlag.isSizeOfHeap(name);
            } else {
                in.skipChildren();
            }
        }
        expect(in, JsonToken.END_OBJECT);
        return all;
    }

    private static Object fact(JsonParser in, Reader element) throws IOException {
        expect(in, JsonToken.START_OBJECT);
        Object value = null;
        Source source = null;
        String absent = null;
        String grant = "";
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            switch (name) {
                case RecordCodec.VALUE -> value = element.read(in);
                case RecordCodec.SOURCE ->
                    source = (Source) READERS.get(Source.class).read(in);
                case RecordCodec.ABSENT -> absent = text(in);
                case RecordCodec.GRANT -> grant = text(in);
                default -> in.skipChildren();
            }
        }
        expect(in, JsonToken.END_OBJECT);
        if (source == null || value == null == (absent == null)) {
            throw new JsonFormatException("not a fact");
        }
        return absent == null
                ? Fact.known(value, source)
                : Fact.absent((Reason) RecordCodec.constant(absent, Reason.class), source, grant);
    }

    private record OptionalOf(Reader element) implements Reader {
        @Override
        public Object read(JsonParser in) throws IOException {
            return in.currentToken() == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(element.read(in));
        }

        @Override
        public Object missing() {
            return Optional.empty();
        }
    }

    /** Records of one type. A source cleans its own texts, as its excerpt may have two lines. */
    private static final class RecordOf implements Reader {
        private final Map<String, Integer> places = new HashMap<>();
        private final SerializableString[] inOrder;
        private final Reader[] readers;
        private final RecordShape shape;

        RecordOf(Class<?> type) {
            shape = RecordShape.of(type);
            readers = new Reader[shape.names.length];
            inOrder = new SerializableString[shape.names.length];
            for (int i = 0; i < readers.length; i++) {
                places.put(shape.names[i], i);
                inOrder[i] = new SerializedString(shape.names[i]);
                readers[i] = type == Source.class ? RecordReader::text : of(shape.types[i]);
            }
        }

        @Override
        public Object read(JsonParser in) throws IOException {
            expect(in, JsonToken.START_OBJECT);
            return members(in);
        }

        Object members(JsonParser in) throws IOException {
            @Nullable Object[] values = new Object[readers.length];
            // Documents of hp-jvm have the members in this order. Comparing a name is faster than decoding it.
            int next = 0;
            while (true) {
                if (next < inOrder.length && in.nextFieldName(inOrder[next])) {
                    in.nextToken();
                    values[next] = readers[next].read(in);
                    next++;
                    continue;
                }
                String name = next < inOrder.length ? in.currentName() : in.nextFieldName();
                if (in.currentToken() != JsonToken.FIELD_NAME) {
                    break;
                }
                in.nextToken();
                Integer place = places.get(name);
                if (place == null) {
                    in.skipChildren();
                } else {
                    values[place] = readers[place].read(in);
                    next = place + 1;
                }
            }
            expect(in, JsonToken.END_OBJECT);
            for (int i = 0; i < values.length; i++) {
                values[i] = values[i] == null ? readers[i].missing() : values[i];
            }
            try {
                return shape.record(values);
            } catch (InvocationTargetException e) {
                throw new JsonFormatException("a value is not of the record", e);
            }
        }
    }
}
