package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.Form;
import java.util.List;
import java.util.Optional;

/** Writes configuration files as a JSON document of schema version 1. */
public final class ConfigJson {

    /**
     * The document.
     *
     * @param form name of the form: {@code shell}
     */
    private record Document(int schemaVersion, String form, List<Entry> files) {}

    /** @param place empty if the reader chooses it */
    private record Entry(String name, Optional<String> place, String text) {}

    private ConfigJson() {}

    /** The document as text that ends in a newline. */
    public static String write(Form form, List<ConfigFile> files) {
        List<Entry> entries = files.stream()
                .map(file -> new Entry(
                        file.name(), Optional.of(file.place()).filter(place -> !place.isEmpty()), file.text()))
                .toList();
        return RecordCodec.write(new Document(1, form.toString(), entries));
    }
}
