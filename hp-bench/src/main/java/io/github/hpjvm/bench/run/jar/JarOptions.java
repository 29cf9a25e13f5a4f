package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.read.file.BytePath;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.Times;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A JMH jar that is to be measured.
 *
 * @param jar the file
 * @param jmh what its JMH is told
 * @param timeout after which a fork is ended
 * @param override whether a variant's flags win over those of the jar
 */
public record JarOptions(Path jar, JmhOptions jmh, Duration timeout, boolean override) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    /**
     * @param words for JMH: a regular expression and options
     * @throws UsageException for anything that cannot be, in one line
     */
    public static JarOptions parse(String jar, List<String> words, Optional<String> timeout, boolean override) {
        try {
            return new JarOptions(
                    BytePath.of(jar),
                    JmhOptions.parse(words),
                    timeout.map(text -> Times.parse("timeout", text)).orElse(DEFAULT_TIMEOUT),
                    override);
        } catch (InvalidPathException e) {
            throw new UsageException("jar: not a path here: '" + jar + "' (" + e.getReason() + ")");
        }
    }
}
