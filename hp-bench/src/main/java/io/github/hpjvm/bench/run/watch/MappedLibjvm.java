package io.github.hpjvm.bench.run.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The libjvm.so that a process has mapped.
 *
 * @param above the folders above it, nearest first
 * @param ownMounts whether the process has the mounts of this process; else the same path may be another file, as in a
 *     container
 */
public record MappedLibjvm(List<Path> above, boolean ownMounts) {
    private static final String NAME = "libjvm.so";

    public MappedLibjvm {
        above = List.copyOf(above);
    }

    /** The library of a process; empty if it is not a JVM. */
    static Optional<MappedLibjvm> of(long pid) {
        List<Path> above = StartedProcesses.aboveLibjvm(pid);
        return above.isEmpty() ? Optional.empty() : Optional.of(new MappedLibjvm(above, hasOwnMounts(pid)));
    }

    private static boolean hasOwnMounts(long pid) {
        try {
            Path mounts = Path.of("ns/mnt");
            return Files.readSymbolicLink(Path.of("/proc/self").resolve(mounts))
                    .equals(Files.readSymbolicLink(StartedProcesses.file(pid, mounts.toString())));
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether the library is a file of this Java home, perhaps by a link. Needs the mounts of this process. */
    public boolean isIn(Path home) {
        Path library = above.get(0).resolve(NAME);
        return above.stream()
                .anyMatch(folder -> isSame(folder, home) || isSame(library, home.resolve(folder.relativize(library))));
    }

    /** The Java home that has the library; its folder if that is not known. */
    public Path home() {
        return above.stream()
                .filter(folder -> Files.isExecutable(folder.resolve("bin/java")))
                .findFirst()
                .orElse(above.get(0));
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }
}
