package io.github.hpjvm.cli.pod;

import io.github.hpjvm.os.file.BoundedFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A value of a YAML document, with its line. Only the structure is read: no text becomes an object of Java. */
final class YamlValue {
    /** The largest stream in characters: that of all files that hp-cli reads. */
    private static final int LARGEST = Math.toIntExact(BoundedFile.LARGEST);

    private final Node node;

    private YamlValue(Node node) {
        this.node = node;
    }

    /**
     * Parses all documents of a stream.
     *
     * @throws PodException with the line, if the text is not YAML
     */
    static List<YamlValue> documents(String text) {
        // The core schema knows ~ and the merge key <<, as kubectl does.
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(false)
                .setSchema(new CoreSchema())
                .setCodePointLimit(LARGEST)
                .build();
        List<YamlValue> documents = new ArrayList<>();
        try {
            Composer composer = new Composer(settings, new ParserImpl(settings, new StreamReader(settings, text)));
            while (composer.hasNext()) {
                documents.add(new YamlValue(composer.next()));
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new PodException(line, oneLine(e.getProblem()));
        } catch (YamlEngineException e) {
            throw new PodException(1, oneLine(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new PodException(1, "nested too deeply");
        }
        return documents;
    }

    private static String oneLine(String text) {
        return text == null ? "not YAML" : text.lines().findFirst().orElse("not YAML");
    }

    /** An object that is the same for each alias of this value, and for no other value. */
    Object identity() {
        return node;
    }

    /** The line, counted from 1. */
    int line() {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** The value of a key; empty if this has no such key, or if the value is empty. */
    Optional<YamlValue> get(String key) {
        return Optional.ofNullable(map().get(key));
    }

    /** The value of a path of keys. */
    Optional<YamlValue> at(String... keys) {
        Optional<YamlValue> value = Optional.of(this);
        for (String key : keys) {
            value = value.flatMap(it -> it.get(key));
        }
        return value;
    }

    /**
     * The keys with their values, without empty ones.
     *
     * @throws PodException if it is not a mapping
     */
    Map<String, YamlValue> map() {
        if (!(node instanceof MappingNode mapping)) {
            throw new PodException(line(), "expected a mapping of keys, got " + kind());
        }
        Map<String, YamlValue> map = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlValue value = new YamlValue(tuple.getValueNode());
            String key = new YamlValue(tuple.getKeyNode()).text();
            if (!value.isEmpty() && map.put(key, value) != null) {
                throw new PodException(value.line(), "the key " + key + " is there twice");
            }
        }
        return map;
    }

    /**
     * The items.
     *
     * @throws PodException if it is not a list
     */
    List<YamlValue> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw new PodException(line(), "expected a list, got " + kind());
        }
        return sequence.getValue().stream().map(YamlValue::new).toList();
    }

    /**
     * The text of a scalar.
     *
     * @throws PodException if it is a list or a mapping
     */
    String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw new PodException(line(), "expected a text, got " + kind());
        }
        return scalar.getValue();
    }

    /** Returns whether it is a document that is a mapping. */
    boolean isMap() {
        return node instanceof MappingNode;
    }

    private boolean isEmpty() {
        return node.getTag().getValue().endsWith(":null");
    }

    private String kind() {
        return switch (node.getNodeType()) {
            case MAPPING -> "a mapping";
            case SEQUENCE -> "a list";
            default -> "a text";
        };
    }
}
