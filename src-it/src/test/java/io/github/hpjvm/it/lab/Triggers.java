package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files {@code .attach_pidN} that make a JVM listen. The process that creates one has to remove it. */
public final class Triggers {
    private Triggers() {}

    /** Returns the trigger files of a live process: in its working directory and in its {@code /tmp}. */
    public static List<Path> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> names = names(process);
        return Stream.of(process.resolve("cwd"), process.resolve("root/tmp"))
                .flatMap(folder -> in(folder, names).stream())
                .toList();
    }

    /** Returns the trigger files that are left of these processes of this PID namespace, which may have ended. */
    public static List<Path> left(Path folder, Set<Long> pids) {
        Set<String> names = pids.stream().map(pid -> ".attach_pid" + pid).collect(Collectors.toSet());
        return Stream.of(folder, Path.of("/tmp"))
                .flatMap(where -> in(where, names).stream())
                .toList();
    }

    /** Returns one name for each PID namespace that the process is in. */
    private static Set<String> names(Path process) {
        try (Stream<String> lines = Files.lines(process.resolve("status"))) {
            return lines.filter(line -> line.startsWith("NSpid:"))
                    .flatMap(line -> Stream.of(line.split("\\s+")).skip(1))
                    .map(pid -> ".attach_pid" + pid)
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> in(Path folder, Set<String> names) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> names.contains(file.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
