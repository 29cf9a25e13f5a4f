package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new BenchException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
