package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Configuration as a JSON document: {@code {"schemaVersion": 1, "form": "shell", "files": [{"name", "place", "text"}]}};
 * {@code place} is null where that is the reader's choice.
 */
public final class ConfigJson {
    private static final int SCHEMA_VERSION = 1;

    private ConfigJson() {}

    /** The document as text, ending in a newline. */
    public static String write(Form form, List<ConfigFile> files) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("form", form.toString());
        root.put(
                "files",
                new ArrayList<Object>(files.stream().map(ConfigJson::file).toList()));
        return JsonText.write(root);
    }

    private static Map<String, Object> file(ConfigFile file) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", file.name());
        object.put("place", file.place().isEmpty() ? null : file.place());
        object.put("text", file.text());
        return object;
    }
}
