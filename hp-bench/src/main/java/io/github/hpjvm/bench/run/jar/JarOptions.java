package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.option.Times;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A JMH jar to measure.
 *
 * @param jar the file
 * @param against a second jar, which is compared with the first
 * @param jmh options for its JMH
 * @param timeout of one fork
 * @param override whether a variant's flags override those of the jar
 */
public record JarOptions(Path jar, Optional<Path> against, JmhOptions jmh, Duration timeout, boolean override) {
    /** The name of the variant that runs the second jar. */
    public static final String SECOND = "b";

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    /**
     * @param against a second jar; empty for a comparison of variants of one jar
     * @param words for JMH: a regular expression and options
     * @throws UsageException for any invalid option, in one line
     */
    public static JarOptions parse(
            String jar, Optional<String> against, List<String> words, Optional<String> timeout, boolean override) {
        return new JarOptions(
                path("jar", jar),
                against.map(text -> path("against", text)),
                JmhOptions.parse(words),
                timeout.map(text -> Times.parse("timeout", text)).orElse(Patience.with(DEFAULT_TIMEOUT)),
                override);
    }

    private static Path path(String option, String text) {
        try {
            return BytePath.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException(option + ": not a path: '" + text + "' (" + e.getReason() + ")");
        }
    }

    /** The second program of the campaign. */
    public Optional<BenchOptions.Program> program() {
        return against.map(file -> new BenchOptions.Program(SECOND, file.toString()));
    }

    /** The user's profilers, which have a round of their own. */
    public Set<Profiler> profilers() {
        return jmh.profilers().isEmpty() ? Set.of() : Set.of(Profiler.PROF);
    }
}
