package io.github.hpjvm.advisor.emit;

import java.util.Locale;
import java.util.regex.Pattern;

/** Scalars of YAML 1.2 (5.7, Escaped characters): in double quotes, so that no text becomes a number or a key. */
final class YamlQuote {
    private static final Pattern RESOURCE = Pattern.compile("cpu|memory|hugepages-\\d+[KMG]i");

    private YamlQuote() {}

    /** The name of a resource, without quotes if it is one of Kubernetes itself. */
    static String resource(String name) {
        return RESOURCE.matcher(name).matches() ? name : scalar(name);
    }

    /** A name of a container, without quotes if no reader of YAML 1.1 or 1.2 takes it for a boolean, null or number. */
    static String name(String text) {
        return text.matches("[a-z][a-z0-9-]*") && !text.matches("y|n|yes|no|on|off|true|false|null")
                ? text
                : scalar(text);
    }

    static String scalar(String text) {
        StringBuilder scalar = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                scalar.append('\\').appendCodePoint(c);
            } else if (c == '\n') {
                scalar.append("\\n");
            } else if (c == '\t') {
                scalar.append("\\t");
            } else if (c >= ' ' && c < 0x7f || c >= 0xa0 && c < 0xd800 && c != 0x2028 && c != 0x2029) {
                scalar.appendCodePoint(c);
            } else if (c <= 0xffff) {
                scalar.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                scalar.append(String.format(Locale.ROOT, "\\U%08x", c));
            }
        });
        return scalar.append('"').toString();
    }
}
