package io.github.hpjvm.advisor.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes and reads a snapshot: facts as one JSON document, for advice on another host. Facts that are written and read again
 * are equal, and so is their advice. A reader ignores unknown members and refuses a newer schema.
 */
public final class FactsJson {
    /** The version of the schema that is written, and the newest one that is read. */
    public static final int SCHEMA_VERSION = 1;

    private static final String VERSION = "schemaVersion";

    private FactsJson() {}

    /** The document as text that ends in a newline. */
    public static String write(Facts facts) {
        return JsonText.write(document(facts));
    }

    /**
     * The document of {@link Facts#compact} on one line. It has the same schema and gets the same advice as the full
     * document.
     */
    public static String writeCompact(Facts facts) {
        return JsonText.writeLine(document(facts.compact()));
    }

    private static Map<String, Object> document(Facts facts) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(VERSION, SCHEMA_VERSION);
        if (RecordCodec.encode(facts) instanceof Map<?, ?> members) {
            members.forEach((name, value) -> root.put((String) name, value));
        }
        return root;
    }

    /**
     * A part of a snapshot as a document of its own.
     *
     * @param name name of its only member beside the version, such as {@code host}
     * @param part a record of facts, or a list of them
     */
    public static String write(String name, Object part) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(VERSION, SCHEMA_VERSION);
        root.put(name, RecordCodec.encode(part));
        return JsonText.write(root);
    }

    /**
     * The facts of a file, which may be compressed by gzip.
     *
     * @param most the largest size of its text
     * @throws JsonFormatException as {@link #read(String)}, and if it is larger, damaged, or not UTF-8
     */
    public static Facts read(byte[] file, Bytes most) {
        return read(SnapshotText.of(file, most));
    }

    /**
     * The facts of a file for advice: the same as those of {@link #read(byte[], Bytes)}, but without the flags of JVMs that
     * {@link VmFlag#isForAdvice} leaves out. These are most of a snapshot. The values of skipped flags are
     * not checked.
     *
     * @throws JsonFormatException as {@link #read(byte[], Bytes)}
     */
    static Facts readForAdvice(byte[] file, Bytes most) {
        byte[] text = SnapshotText.bytes(file, most);
        if (SnapshotText.isAscii(text)) {
            try (JsonParser in = JsonText.parser(text)) {
                if (beginsWithVersion(in)) {
                    Facts facts = RecordReader.members(in, Facts.class);
                    if (in.nextToken() == null) {
                        return facts;
                    }
                }
            } catch (IOException | RuntimeException e) {
                // Read it as a whole, for the message.
                return read(file, most);
            }
        }
        return read(file, most);
    }

    /** Returns whether the document begins as each one that hp-jvm writes: with the version. */
    private static boolean beginsWithVersion(JsonParser in) throws IOException {
        return in.nextToken() == JsonToken.START_OBJECT
                && VERSION.equals(in.nextFieldName())
                && in.nextToken() == JsonToken.VALUE_NUMBER_INT
                && in.getLongValue() == SCHEMA_VERSION;
    }

    /**
     * The facts of a document.
     *
     * @throws JsonFormatException in one line, if it is not JSON, not a snapshot, or of a newer schema
     */
    public static Facts read(String text) {
        if (!(JsonText.read(text) instanceof Map<?, ?> root) || !(root.get(VERSION) instanceof Long version)) {
            throw new JsonFormatException("not a snapshot of hp-jvm: it has no " + VERSION);
        }
        if (version > SCHEMA_VERSION) {
            throw new JsonFormatException("a snapshot of schema " + version + ", and this version reads up to "
                    + SCHEMA_VERSION + ": use a newer hp-cli");
        }
        return RecordCodec.decode(root, Facts.class);
    }
}
