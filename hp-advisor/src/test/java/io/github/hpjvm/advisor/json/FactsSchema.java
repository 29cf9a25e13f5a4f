package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The JSON Schema of snapshots, made of the records: what {@link RecordCodec} writes of each. */
final class FactsSchema {
    private static final String REF = "$ref";
    private static final String TYPE = "type";

    private final Map<String, Object> definitions = new TreeMap<>();

    private FactsSchema() {}

    static String text() {
        return JsonText.write(new FactsSchema().root());
    }

    private Map<String, Object> root() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", "urn:hp-jvm:facts:" + FactsJson.SCHEMA_VERSION);
        root.put("title", "A snapshot of hp-jvm: facts about a host and its JVMs");
        root.put("description", "Members that are not named here may be there, and are passed over.");
        Map<String, Object> facts = members(Facts.class);
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("schemaVersion", Map.of("const", FactsJson.SCHEMA_VERSION));
        properties.putAll(map(facts.get("properties")));
        List<Object> required = new ArrayList<>(List.of("schemaVersion"));
        required.addAll((List<?>) facts.get("required"));
        root.put(TYPE, "object");
        root.put("properties", properties);
        root.put("required", required);
        root.put("$defs", definitions);
        return root;
    }

    private Map<String, Object> members(Class<?> record) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            properties.put(component.getName(), of(component.getGenericType()));
            if (component.getType() != Optional.class) {
                required.add(component.getName());
            }
        }
        return object(properties, required);
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<Object> required) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(TYPE, "object");
        object.put("properties", properties);
        object.put("required", required);
        return object;
    }

    private Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return ofGeneric(generic);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return typed("string");
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return typed("boolean");
        }
        if (plain == long.class || plain == Long.class || plain == int.class || plain == Integer.class) {
            return typed("integer");
        }
        if (plain == double.class || plain == Double.class) {
            return typed("number");
        }
        String name = plain.getCanonicalName().substring(plain.getPackageName().length() + 1);
        if (!definitions.containsKey(name)) {
            definitions.put(name, Map.of());
            definitions.put(name, definition(plain));
        }
        return ref(name);
    }

    private Map<String, Object> definition(Class<?> type) {
        if (type == Bytes.class) {
            return with(typed("integer"), "minimum", 0);
        }
        if (type == AddressRange.class) {
            return with(typed("string"), "pattern", "^[0-9a-f]{1,16}-[0-9a-f]{1,16}$");
        }
        if (type == JavaVersion.class) {
            return typed("string");
        }
        if (type == Instant.class) {
            return with(typed("string"), "format", "date-time");
        }
        if (type.isEnum()) {
            List<Object> names = new ArrayList<>();
            Arrays.stream(type.getEnumConstants()).forEach(one -> names.add(((Enum<?>) one).name()));
            return with(typed("string"), "enum", names);
        }
        if (type.isRecord()) {
            return members(type);
        }
        throw new IllegalArgumentException("records of facts may not hold a " + type);
    }

    private Map<String, Object> ofGeneric(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Map<String, Object> element = of(type.getActualTypeArguments()[type.getActualTypeArguments().length - 1]);
        if (raw == Optional.class) {
            return Map.of("anyOf", List.of(element, typed("null")));
        }
        if (raw == List.class) {
            return with(typed("array"), "items", element);
        }
        if (raw == Map.class && type.getActualTypeArguments()[0] == String.class) {
            return with(typed("object"), "additionalProperties", element);
        }
        if (raw == Fact.class) {
            Map<String, Object> known = new LinkedHashMap<>();
            known.put("value", element);
            known.put("source", of(Source.class));
            Map<String, Object> absent = new LinkedHashMap<>();
            absent.put("absent", of(Reason.class));
            absent.put("source", of(Source.class));
            absent.put("grant", typed("string"));
            return Map.of(
                    "oneOf",
                    List.of(
                            object(known, List.of("value", "source")),
                            object(absent, List.of("absent", "source", "grant"))));
        }
        throw new IllegalArgumentException("records of facts may not hold a " + type);
    }

    private static Map<String, Object> typed(String name) {
        return new LinkedHashMap<>(Map.of(TYPE, name));
    }

    private static Map<String, Object> with(Map<String, Object> schema, String name, Object value) {
        schema.put(name, value);
        return schema;
    }

    private static Map<String, Object> ref(String name) {
        return Map.of(REF, "#/$defs/" + name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
