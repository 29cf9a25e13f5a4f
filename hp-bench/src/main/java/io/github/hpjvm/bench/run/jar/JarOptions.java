package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.option.Times;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A JMH jar to measure.
 *
 * @param jar the file
 * @param jmh options for its JMH
 * @param timeout of one fork
 * @param override whether a variant's flags override those of the jar
 */
public record JarOptions(Path jar, JmhOptions jmh, Duration timeout, boolean override) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    /**
     * @param words for JMH: a regular expression and options
     * @throws UsageException for any invalid option, in one line
     */
    public static JarOptions parse(String jar, List<String> words, Optional<String> timeout, boolean override) {
        try {
            return new JarOptions(
                    BytePath.of(jar),
                    JmhOptions.parse(words),
                    timeout.map(text -> Times.parse("timeout", text)).orElse(Patience.with(DEFAULT_TIMEOUT)),
                    override);
        } catch (InvalidPathException e) {
            throw new UsageException("jar: not a path: '" + jar + "' (" + e.getReason() + ")");
        }
    }
}
