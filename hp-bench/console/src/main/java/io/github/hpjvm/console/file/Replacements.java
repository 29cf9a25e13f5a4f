package io.github.hpjvm.console.file;

import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** New files that are complete, and do not have their names yet. Those that never get them are deleted. */
final class Replacements implements AutoCloseable {
    private final Map<Path, Path> fresh = new HashMap<>();

    /**
     * Writes the new file beside the named one. A file that can only be written in place, as one in a folder that is read-only,
     * has none.
     *
     * @throws BenchException if it cannot be written, or if root must not write there
     */
    void prepare(Path file, String text) {
        try {
            OutputFolder.requireSafe(file);
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            boolean inPlace = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.isWritable(file)
                    && !Files.isWritable(file.toAbsolutePath().getParent());
            if (!inPlace) {
                Path created = OutputFile.created(file);
                fresh.put(file, created);
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                OutputFile.fill(created, file, out -> out.write(bytes));
            }
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }

    /**
     * Gives the new file its name; returns false if there is none.
     *
     * @throws BenchException if it cannot get the name
     */
    boolean move(Path file) {
        Path created = fresh.get(file);
        if (created == null) {
            return false;
        }
        try {
            OutputFile.move(created, file);
            return true;
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }

    @Override
    public void close() {
        BenchException first = null;
        for (Map.Entry<Path, Path> one : fresh.entrySet()) {
            try {
                Files.deleteIfExists(one.getValue());
            } catch (IOException e) {
                first = first == null ? BenchException.cannotWrite(one.getKey(), e) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
