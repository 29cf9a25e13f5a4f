package io.github.hpjvm.cli;

import java.util.List;
import java.util.Optional;

/**
 * Parses the common forms of {@code hp-cli advise PID} without picocli, which saves the time to load it. All other
 * command lines are left to picocli: help, other commands and options, {@code --pid=N}, repeated options, and values that
 * may be invalid.
 */
final class PlainAdvise {
    /** A number of so many digits fits into a long. */
    private static final int MOST_DIGITS = 18;

    private PlainAdvise() {}

    /** The request that picocli would make of these arguments; empty if picocli has to parse them. */
    static Optional<AdviseRequest> parse(String... arguments) {
        if (arguments.length < 2 || !arguments[0].equals("advise")) {
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
            } else if (pid == null && isPid(arguments[i])) {
                pid = Long.valueOf(arguments[i]);
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
                        new JvmChoice(pid, null, null, null, attach, List.of()),
                        failOn == null ? FailOn.DEFAULT : failOn,
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
