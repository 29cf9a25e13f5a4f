package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Reads facts from a text that a JVM wrote before it ended. */
final class SavedText {
    private SavedText() {}

    /**
     * Reads a file.
     *
     * @param parse the parser of the text
     * @throws UsageException if the file cannot be read or parsed
     */
    static Facts facts(Path file, Function<String, PostMortem> parse) {
        String text = NamedInput.text(file);
        PostMortem found;
        try {
            found = parse.apply(text);
        } catch (MalformedTextException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
        Host host = Host.afterwards(found.thp(), found.memory().map(Memory::new), found.pools(), Source.of(file));
        return new Facts(Instant.EPOCH, host, List.of(found.jvm()));
    }
}
