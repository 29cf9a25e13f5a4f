package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.json.JsonText;
import io.github.hpjvm.advisor.json.RecordCodec;

/** Text of a JSON document: in ASCII, with a newline at its end. */
public final class DocumentText {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private DocumentText() {}

    /** Writes a record, or a map of members, indented. */
    public static String of(Object document) {
        return JsonText.writeListsInLine(RecordCodec.encode(document));
    }

    /** Writes the document, indented. */
    public static String of(ObjectNode root) {
        return text(MAPPER.writerWithDefaultPrettyPrinter(), root);
    }

    /** Writes the document on one line. */
    public static String line(ObjectNode root) {
        return text(MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT), root);
    }

    private static String text(ObjectWriter writer, ObjectNode root) {
        try {
            return writer.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes cannot fail to be written", e);
        }
    }
}
