package io.github.hpjvm.cli;

import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that the user names: a regular one, or one that the shell has opened for us, as {@code <(...)} is. */
final class NamedFile {
    private static final int LARGEST = 64 << 20;

    private NamedFile() {}

    /**
     * What is in it.
     *
     * @param whose what does not write anything that long
     * @throws UsageException if it cannot be read, if to read it might never end, or if it is longer than 64 MiB
     */
    static byte[] read(Path file, String whose) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file) && !isOpenAlready(file)) {
                throw new UsageException("cannot read " + file + ": it is no regular file");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(LARGEST + 1);
                if (bytes.length > LARGEST) {
                    throw new UsageException(file + " is larger than 64 MiB: " + whose);
                }
                return bytes;
            }
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e);
        }
    }

    private static boolean isOpenAlready(Path file) {
        return file.startsWith("/dev/fd") || file.startsWith("/dev/stdin") || file.startsWith("/proc/self/fd");
    }
}
