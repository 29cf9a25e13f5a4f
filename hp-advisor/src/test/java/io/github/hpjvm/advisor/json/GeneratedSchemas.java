package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.PublishedSchema;
import io.github.hpjvm.advisor.compare.SnapshotDifference;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.fleet.FleetColumn;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The JSON Schemas of the documents that {@link RecordCodec} writes of records. */
final class GeneratedSchemas {
    private static final String REF = "$ref";
    private static final String TYPE = "type";
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";
    private static final String PACKAGE = GeneratedSchemas.class.getPackageName() + ".";

    private final Map<String, Object> definitions = new TreeMap<>();

    private GeneratedSchemas() {}

    /** The texts of the schemas by the name of their document. */
    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(
                "snapshot",
                new GeneratedSchemas()
                        .ofRecord("snapshot", "A snapshot of hp-jvm: facts about a host and its JVMs", Facts.class));
        all.put("host", new GeneratedSchemas().ofMember("host", "The state of a host: hp-cli host", Host.class));
        all.put(
                "ps",
                new GeneratedSchemas()
                        .ofMember("users", "The processes on huge pages: hp-cli ps", HugePageUsers.class));
        all.put("jvms", new GeneratedSchemas().jvms());
        all.put("size", new GeneratedSchemas().ofDocument("size", "The sizes of pools: hp-cli size", "SizesJson"));
        all.put("emit", new GeneratedSchemas().ofDocument("emit", "Configuration files: hp-cli emit", "ConfigJson"));
        all.put("explain", new GeneratedSchemas().explain());
        all.put(
                "diff",
                new GeneratedSchemas()
                        .ofRecord("diff", "The difference of two snapshots: hp-cli diff", SnapshotDifference.class));
        all.put("fleet-row", new GeneratedSchemas().fleetRow());
        return all;
    }

    private String ofRecord(String name, String title, Class<?> record) {
        return text(name, title, members(record));
    }

    /** A document whose record is private to its writer and has the version. */
    private String ofDocument(String name, String title, String writer) {
        return text(name, title, members(nested(writer, "Document")));
    }

    private String ofMember(String member, String title, Class<?> record) {
        String name = member.equals("users") ? "ps" : member;
        return text(name, title, object(new LinkedHashMap<>(Map.of(member, of(record))), List.of(member)));
    }

    private String explain() {
        Map<String, Object> root = members(nested("RulesJson", "Document"));
        map(root.get(PROPERTIES)).put("bugs", with(typed("array"), "items", members(nested("RulesJson", "OfBug"))));
        return text("explain", "Rules with their pages, or with --bugs the known bugs: hp-cli explain", root);
    }

    private String jvms() {
        Map<String, Object> jvm = members(nested("JvmsJson", "OfJvm"));
        Map<String, Object> root =
                object(new LinkedHashMap<>(Map.of("jvms", with(typed("array"), "items", jvm))), List.of("jvms"));
        return text("jvms", "The JVMs of a host: hp-cli jvms", root);
    }

    private String fleetRow() {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (FleetColumn column : FleetColumn.values()) {
            Map<String, Object> type = switch (column.type()) {
                case TEXT -> typed("string");
                case INT, LONG -> typed("integer");
                case DOUBLE -> typed("number");
                case LABELS -> with(typed("object"), "additionalProperties", typed("string"));
            };
            boolean never = column == FleetColumn.SCHEMA_VERSION || column.type() == FleetColumn.Type.LABELS;
            properties.put(column.column(), never ? type : Map.of("anyOf", List.of(type, typed("null"))));
            required.add(column.column());
        }
        return text(
                "fleet-row",
                "A row of hp-cli fleet: one line of NDJSON for each JVM and finding",
                object(properties, required));
    }

    private static Class<?> nested(String writer, String record) {
        try {
            return Class.forName(PACKAGE + writer + "$" + record);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text(String name, String title, Map<String, Object> members) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", PublishedSchema.address(name));
        root.put("title", title);
        root.put("description", "Members that are not named here may be there, and are passed over.");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("schemaVersion", Map.of("const", FactsJson.SCHEMA_VERSION));
        map(members.get(PROPERTIES)).forEach(properties::putIfAbsent);
        Set<Object> required = new LinkedHashSet<>(List.of("schemaVersion"));
        required.addAll((List<?>) members.get(REQUIRED));
        root.put(TYPE, "object");
        root.put(PROPERTIES, properties);
        root.put(REQUIRED, List.copyOf(required));
        if (!definitions.isEmpty()) {
            root.put("$defs", definitions);
        }
        return JsonText.write(root);
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
        object.put(PROPERTIES, properties);
        object.put(REQUIRED, required);
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
            Arrays.stream(type.getEnumConstants()).forEach(one -> names.add(RecordCodec.encode(one)));
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
