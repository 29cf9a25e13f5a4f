package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Other work on all CPUs while a campaign measures. {@link #close} ends it. */
public final class Load implements AutoCloseable {
    /** Kinds of work. */
    public enum Kind {
        /** No other work. */
        QUIET,
        /** An endless loop for each CPU. */
        LOOPS,
        /** The repeated full build of this project. */
        BUILD
    }

    private static final Set<String> NOT_COPIED = Set.of("target", ".git");

    private final List<Program.Running> running;

    private Load(List<Program.Running> running) {
        this.running = running;
    }

    /** @param folder for a copy of this project, which the build changes */
    public static Load of(Kind kind, Path folder) {
        return new Load(
                switch (kind) {
                    case QUIET -> List.of();
                    case LOOPS -> loops();
                    case BUILD -> List.of(build(folder));
                });
    }

    private static List<Program.Running> loops() {
        List<Program.Running> loops = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            loops.add(Program.of("sh", "-c", "while :; do :; done").start());
        }
        return loops;
    }

    private static Program.Running build(Path folder) {
        Path copy = folder.resolve("build");
        copy(Path.of(System.getProperty("hp.root")), copy);
        // Without the clean plugin, which no other build needs.
        String again = "find . -name target -type d -prune -exec rm -r {} + && ./mvnw -q -B -o test-compile";
        return Program.of("sh", "-c", "while " + again + "; do :; done")
                .in(copy)
                .start();
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.toList()) {
                Path copy = to.resolve(file.getFileName().toString());
                if (NOT_COPIED.contains(copy.getFileName().toString())) {
                    continue;
                }
                if (Files.isDirectory(file)) {
                    copy(file, copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the work still runs; a build that failed has ended. */
    public boolean isAlive() {
        return running.stream().allMatch(Program.Running::isAlive);
    }

    @Override
    public void close() {
        running.forEach(Program.Running::close);
    }
}
