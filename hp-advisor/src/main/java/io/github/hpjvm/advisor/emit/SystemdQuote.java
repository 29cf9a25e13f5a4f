package io.github.hpjvm.advisor.emit;

/**
 * Values in a unit file (systemd.syntax(7), Quoting; systemd.unit(5), Specifiers): double quotes with escapes as in C,
 * and {@code %} doubled.
 */
final class SystemdQuote {
    private SystemdQuote() {}

    /** The right side of {@code Environment=} for one variable; there a {@code $} is nothing special. */
    static String variable(String name, String value) {
        return quoted(name + "=" + value).replace("%", "%%");
    }

    /**
     * @throws IllegalArgumentException if it has a control character other than tab and newline, which systemd accepts in
     *     no variable (env_value_is_valid in {@code src/basic/env-util.c})
     */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '"', '\\' -> quoted.append('\\').append(c);
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        throw new IllegalArgumentException("systemd accepts no control character in a value");
                    }
                    quoted.append(c);
                }
            }
        }
        return quoted.append('"').toString();
    }
}
