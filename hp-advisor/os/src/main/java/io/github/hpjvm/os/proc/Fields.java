package io.github.hpjvm.os.proc;

import io.github.hpjvm.os.text.Lines;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of the form {@code Name:   value}, as in {@code /proc/meminfo} and {@code /proc/PID/status}. */
public final class Fields {

    private Fields() {}

    /**
     * Returns the fields in their order, names and values trimmed; of a name that occurs twice, the first.
     *
     * @throws MalformedTextException if a line has no colon, and if there is no line
     */
    public static Map<String, String> parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : Lines.of(text)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new MalformedTextException("not a field", line);
            }
            fields.putIfAbsent(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
        if (fields.isEmpty()) {
            throw new MalformedTextException("no fields", text.strip());
        }
        return fields;
    }
}
