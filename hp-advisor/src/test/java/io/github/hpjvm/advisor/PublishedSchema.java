package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A JSON Schema of docs/schema. A document of ours must be valid, and must have no member that the schema does not name:
 * else the schema would fall behind.
 */
public final class PublishedSchema {
    private static final String ADDRESS = "https://raw.githubusercontent.com/hpjvm/hp-jvm/main/docs/schema/";
    private static final String END = ".schema.json";

    private final String name;
    private final String text;

    private PublishedSchema(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /** The folder of the schemas. Tests run in the folder of their module. */
    public static Path folder() {
        Path here = Path.of("../docs/schema");
        return Files.isDirectory(here) ? here : Path.of("../../docs/schema");
    }

    /** The file of a schema. */
    public static Path file(String name) {
        return folder().resolve(name + END);
    }

    /** The address at which an editor finds a schema. */
    public static String address(String name) {
        return ADDRESS + name + END;
    }

    /** The schema of a document: {@code advise}. */
    public static PublishedSchema named(String name) {
        try {
            return new PublishedSchema(name, Files.readString(file(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        return text;
    }

    /** Fails if the document is not valid, or has a member that the schema does not name. */
    public void assertDescribes(String document) {
        assertEquals(List.of(), problems(text, document), () -> name + ": " + document);
        assertEquals(
                List.of(),
                problems(closed(), document),
                () -> "docs/schema/" + name + END + " does not name this member; add it. " + document);
    }

    /** Returns whether the document is valid. */
    public boolean permits(String document) {
        return problems(text, document).isEmpty();
    }

    private static List<String> problems(String schema, String document) {
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema);
        return compiled.validate(document, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    /** The schema in which objects have no other members than the named ones. */
    private String closed() {
        try {
            JsonNode root = new ObjectMapper().readTree(text);
            close(root);
            return root.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(JsonNode node) {
        node.forEach(PublishedSchema::close);
        boolean isObject = node.has("type") && node.path("properties").isObject();
        if (isObject && !node.has("additionalProperties")) {
            ((ObjectNode) node).put("additionalProperties", false);
        }
    }
}
