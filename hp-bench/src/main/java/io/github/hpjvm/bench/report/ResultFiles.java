package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The files of a campaign. Each is whole at any time: a reader never sees one half written. */
public final class ResultFiles {
    private final Path folder;

    /** @param folder is made if it is not there */
    public ResultFiles(Path folder) {
        this.folder = folder;
    }

    /** Writes results.json, jmh.json and report.txt. */
    public void write(Results results) {
        write("results.json", ResultsJson.write(results));
        write("jmh.json", JmhJson.write(results.runs()));
        write("report.txt", TextReport.write(results, false));
    }

    private void write(String name, String text) {
        Path file = folder.resolve(name);
        Path fresh = folder.resolve(name + ".new");
        try {
            Files.createDirectories(folder);
            // Whatever stands there is deleted and not followed: it may be a link in a folder that others write to.
            Files.deleteIfExists(fresh);
            Files.writeString(fresh, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }
}
