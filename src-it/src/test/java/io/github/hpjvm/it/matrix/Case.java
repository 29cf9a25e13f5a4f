package io.github.hpjvm.it.matrix;

import io.github.hpjvm.it.lab.Jdks;
import java.util.List;
import java.util.Objects;

/**
 * One JVM in one host state. Its text is one line, such as {@code 17 | pool=600 | -XX:+UseG1GC -Xmx1g}, from which it
 * can be run again.
 *
 * @param build the label of a JDK, as in {@link Jdks#labels}: {@code 17} or {@code 17.0.2}
 * @param host the state of the host
 * @param arguments those of the JVM; none of them has a space
 */
public record Case(String build, HostStateSpec host, List<String> arguments) {

    public Case {
        Jdks.feature(build);
        Objects.requireNonNull(host, "host");
        arguments = List.copyOf(arguments);
        if (arguments.stream().anyMatch(argument -> argument.isEmpty() || argument.contains(" "))) {
            throw new IllegalArgumentException("an argument that is empty or has a space: " + arguments);
        }
    }

    public static Case of(int release, String host, String... arguments) {
        return new Case(Integer.toString(release), HostStateSpec.parse(host), List.of(arguments));
    }

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Case parse(String text) {
        String[] parts = text.split("\\|", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not 'build | host state | arguments': '" + text + "'");
        }
        String arguments = parts[2].strip();
        return new Case(
                parts[0].strip(),
                HostStateSpec.parse(parts[1].strip()),
                arguments.isEmpty() ? List.of() : List.of(arguments.split(" +")));
    }

    /** Returns the feature release of the build. */
    public int release() {
        return Jdks.feature(build);
    }

    @Override
    public String toString() {
        return build + " | " + host + " | " + String.join(" ", arguments);
    }
}
