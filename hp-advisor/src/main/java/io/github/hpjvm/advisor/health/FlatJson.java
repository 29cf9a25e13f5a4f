package io.github.hpjvm.advisor.health;

import java.util.Map;

/**
 * Writes names and values as one JSON object (RFC 8259): texts, finite numbers and booleans. It avoids a dependency on
 * a JSON library.
 */
final class FlatJson {
    private FlatJson() {}

    static String write(Map<String, Object> values) {
        StringBuilder json = new StringBuilder(512).append('{');
        values.forEach((name, value) -> {
            json.append(json.length() == 1 ? "" : ",");
            text(json, name);
            json.append(':');
            if (value instanceof Number || value instanceof Boolean) {
                json.append(value);
            } else {
                text(json, String.valueOf(value));
            }
        });
        return json.append('}').toString();
    }

    private static void text(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
