package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files {@code .attach_pidN} by which a JVM is asked to listen: whoever makes one has to take it away again. */
public final class Triggers {
    private Triggers() {}

    /** Those where a process that still runs would look for one: in the folder where it runs, and in its {@code /tmp}. */
    public static List<Path> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        return Stream.of(process.resolve("cwd"), process.resolve("root/tmp"))
                .flatMap(folder -> in(folder).stream())
                .toList();
    }

    private static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(".attach_pid"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
