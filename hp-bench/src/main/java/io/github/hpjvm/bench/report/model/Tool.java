package io.github.hpjvm.bench.report.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/**
 * What measured.
 *
 * @param hpBench version of hp-bench, as the build wrote it beside this class; empty where no build did
 * @param jmh version of the JMH that measures workloads of ours
 */
public record Tool(Optional<String> hpBench, Optional<String> jmh) {

    /** The two that are on our class path. */
    public static Tool ours() {
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
