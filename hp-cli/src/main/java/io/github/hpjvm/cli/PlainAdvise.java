package io.github.hpjvm.cli;

import java.util.Optional;

/**
 * Reads the command line of {@code hp-cli advise --pid N} where it is spelled out in full, as it is a thousand times in a
 * script. It spares the start of picocli. Whatever is not plain - help, another command or option, {@code --pid=N}, an
 * option given twice, a value that may be wrong - is picocli's, which also has every word that is said about it.
 */
final class PlainAdvise {
    /** So that each is a number above zero that a long holds. */
    private static final int MOST_DIGITS = 18;

    private PlainAdvise() {}

    /** What picocli would make of these arguments; empty if it is to say what they are. */
    static Optional<AdviseRequest> parse(String... arguments) {
        if (arguments.length < 3 || !arguments[0].equals("advise")) {
            return Optional.empty();
        }
        Long pid = null;
        FailOn failOn = null;
        Format format = null;
        boolean attach = true;
        for (int i = 1; i < arguments.length; i++) {
            String value = i + 1 < arguments.length ? arguments[i + 1] : "";
            if (arguments[i].equals("--no-attach") && attach) {
                attach = false;
            } else if (arguments[i].equals("--pid") && pid == null && isPid(value)) {
                pid = Long.valueOf(value);
                i++;
            } else if (arguments[i].equals("--format") && format == null && named(Format.values(), value) != null) {
                format = named(Format.values(), value);
                i++;
            } else if (arguments[i].equals("--fail-on") && failOn == null && named(FailOn.values(), value) != null) {
                failOn = named(FailOn.values(), value);
                i++;
            } else {
                return Optional.empty();
            }
        }
        return pid == null
                ? Optional.empty()
                : Optional.of(new AdviseRequest(
                        new JvmChoice(pid, null, null, null, attach),
                        failOn == null ? FailOn.CRITICAL : failOn,
                        format == null ? Format.TEXT : format,
                        false));
    }

    private static boolean isPid(String text) {
        if (text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static <T> T named(T[] values, String name) {
        for (T value : values) {
            if (value.toString().equals(name)) {
                return value;
            }
        }
        return null;
    }
}
