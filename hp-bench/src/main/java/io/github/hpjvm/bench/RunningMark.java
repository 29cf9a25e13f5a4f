package io.github.hpjvm.bench;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that exists while a campaign runs, and remains if the campaign fails. The build checks for it afterwards and
 * fails with one line; Maven's exec plugin would print a stack trace.
 */
final class RunningMark {
    private final Path file;

    private RunningMark(Path file) {
        this.file = file;
    }

    /**
     * Writes the mark into a folder, which is created if necessary.
     *
     * @throws BenchException if the file cannot be written
     */
    static RunningMark set(Path folder) {
        Path mark = OutputFolder.prepare(folder).resolve("failed");
        OutputFile.write(mark, "The campaign is running, or it failed.\n");
        return new RunningMark(mark);
    }

    /** Deletes the file after a success. */
    void clear() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }
}
