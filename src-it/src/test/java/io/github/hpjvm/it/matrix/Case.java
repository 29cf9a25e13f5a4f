package io.github.hpjvm.it.matrix;

import java.util.List;
import java.util.Objects;

/**
 * One JVM in one host state. Its text is one line, such as {@code 17 | pool=600 | -XX:+UseG1GC -Xmx1g}, from which it
 * can be run again.
 *
 * @param release the feature release
 * @param host the state of the host
 * @param arguments those of the JVM; none of them has a space
 */
public record Case(int release, HostStateSpec host, List<String> arguments) {

    public Case {
        Objects.requireNonNull(host, "host");
        arguments = List.copyOf(arguments);
        if (arguments.stream().anyMatch(argument -> argument.isEmpty() || argument.contains(" "))) {
            throw new IllegalArgumentException("an argument that is empty or has a space: " + arguments);
        }
    }

    public static Case of(int release, String host, String... arguments) {
        return new Case(release, HostStateSpec.parse(host), List.of(arguments));
    }

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Case parse(String text) {
        String[] parts = text.split("\\|", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not 'release | host state | arguments': '" + text + "'");
        }
        String arguments = parts[2].strip();
        return new Case(
                Integer.parseInt(parts[0].strip()),
                HostStateSpec.parse(parts[1].strip()),
                arguments.isEmpty() ? List.of() : List.of(arguments.split(" +")));
    }

    @Override
    public String toString() {
        return release + " | " + host + " | " + String.join(" ", arguments);
    }
}
