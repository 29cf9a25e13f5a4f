package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.os.text.Visible;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The name of a service as OpenTelemetry's Java agent determines it: the system property {@code otel.service.name}, the
 * variable {@code OTEL_SERVICE_NAME}, then {@code service.name} in {@code OTEL_RESOURCE_ATTRIBUTES}
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). No other value of the environment
 * is kept.
 */
public final class ServiceName {
    private static final int LONGEST = 100;
    private static final String PROPERTY = "-Dotel.service.name=";
    private static final String VARIABLE = "OTEL_SERVICE_NAME=";
    private static final String ATTRIBUTES = "OTEL_RESOURCE_ATTRIBUTES=";
    private static final String ATTRIBUTE = "service.name=";
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=");

    private ServiceName() {}

    /** Returns the name of a process; empty if it has none, or if its environment is not readable. */
    public static Optional<String> read(Path procRoot, long pid) {
        return of(
                ProcessFile.words(procRoot, pid, "cmdline").known().orElse(List.of()),
                ProcessFile.words(procRoot, pid, "environ").known().orElse(List.of()));
    }

    /**
     * Returns the name.
     *
     * @param commandLine the words of the command line; only those before the main class count for the JVM, but no other
     *     word begins with the name of this property
     * @param environment the variables, each with its value
     */
    static Optional<String> of(List<String> commandLine, List<String> environment) {
        return last(commandLine)
                .or(() -> options(environment))
                .or(() -> variable(environment, VARIABLE))
                .or(() -> variable(environment, ATTRIBUTES).flatMap(ServiceName::attribute))
                .map(name -> Visible.name(Credentials.masked(name.strip()), LONGEST))
                .filter(name -> !name.isEmpty());
    }

    private static Optional<String> options(List<String> environment) {
        for (String variable : OPTIONS) {
            Optional<String> name =
                    variable(environment, variable).flatMap(text -> last(List.of(text.split("[ \t\n]+"))));
            if (name.isPresent()) {
                return name;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> last(List<String> words) {
        return words.stream()
                .filter(word -> word.startsWith(PROPERTY))
                .map(word -> word.substring(PROPERTY.length()))
                .reduce((a, b) -> b);
    }

    private static Optional<String> variable(List<String> environment, String start) {
        return environment.stream()
                .filter(variable -> variable.startsWith(start))
                .map(variable -> variable.substring(start.length()))
                .findFirst();
    }

    private static Optional<String> attribute(String attributes) {
        for (String attribute : attributes.split(",")) {
            if (attribute.strip().startsWith(ATTRIBUTE)) {
                return Optional.of(decoded(attribute.strip().substring(ATTRIBUTE.length())));
            }
        }
        return Optional.empty();
    }

    /** Values are percent-encoded (specification of the OpenTelemetry resource SDK); a plus sign is one. */
    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
