package io.github.hpjvm.bench;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.run.OutputFile;
import io.github.hpjvm.bench.run.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is there while a campaign runs and stays if it does not end well. The build looks for it afterwards, so that
 * it fails with one line where Maven's exec plugin would print a stack trace.
 */
final class RunningMark {
    private final Path file;

    private RunningMark(Path file) {
        this.file = file;
    }

    /**
     * Sets the mark in a folder, which is made if it is not there.
     *
     * @throws BenchException if it cannot be written
     */
    static RunningMark set(Path folder) {
        Path mark = OutputFolder.prepare(folder).resolve("failed");
        OutputFile.write(mark, "running, or ended before its end\n");
        return new RunningMark(mark);
    }

    /** Takes it away: all went well. */
    void clear() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }
}
