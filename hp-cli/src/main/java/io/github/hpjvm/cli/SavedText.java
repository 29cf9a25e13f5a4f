package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Facts from a text that a JVM wrote before it ended. */
final class SavedText {
    private static final long LARGEST = 64L << 20;

    private SavedText() {}

    /**
     * @param parse what makes facts of the text
     * @throws UsageException if the file cannot be read, or is no such text
     */
    static Facts facts(Path file, Function<String, PostMortem> parse) {
        PostMortem found;
        try {
            if (Files.size(file) > LARGEST) {
                throw new UsageException(file + " is larger than 64 MiB: not what a JVM writes");
            }
            found = parse.apply(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e);
        }
        Host host = Host.afterwards(found.thp(), found.memory().map(Memory::new), Source.of(file));
        return new Facts(Instant.EPOCH, host, List.of(found.jvm()));
    }
}
