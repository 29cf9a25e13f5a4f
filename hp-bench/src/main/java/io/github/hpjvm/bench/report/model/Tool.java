package io.github.hpjvm.bench.report.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/**
 * Versions of the measuring tools.
 *
 * @param hpBench version of hp-bench, from a file that the build writes beside this class; empty without a build
 * @param jmh version of the JMH that measures own workloads
 */
public record Tool(Optional<String> hpBench, Optional<String> jmh) {

    /** The versions on this process's class path. */
    public static Tool current() {
        return new Tool(property("hp-bench.properties", "version"), property("/jmh.properties", "jmh.version"));
    }

    private static Optional<String> property(String resource, String name) {
        try (InputStream in = Tool.class.getResourceAsStream(resource)) {
            if (in == null) {
                return Optional.empty();
            }
            Properties properties = new Properties();
            properties.load(in);
            return Optional.ofNullable(properties.getProperty(name)).filter(version -> !version.startsWith("$"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
