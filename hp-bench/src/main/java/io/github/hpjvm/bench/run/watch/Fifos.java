package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Creates FIFOs, for which Java has no method. */
public final class Fifos {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Fifos() {}

    /**
     * Creates FIFOs that only their owner can open. A file of that name is deleted.
     *
     * @throws IOException with the reason of {@code mkfifo}
     */
    public static void create(List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600", "--"));
        for (Path file : files) {
            Files.deleteIfExists(file);
            command.add(file.toString());
        }
        Command.Output made = Command.run(command, Patience.with(LIMIT));
        if (made.exitCode() != 0) {
            throw new IOException(made.err().strip());
        }
    }
}
