package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The files of a campaign. Each is whole at any time: a reader never sees one half written. */
public final class ResultFiles {
    private static final long LARGEST = 256L << 20;

    private final Path folder;

    /** @param folder is made if it is not there */
    public ResultFiles(Path folder) {
        this.folder = folder;
    }

    /** Writes results.json, jmh.json, report.txt and report.html. */
    public void write(Results results) {
        write("results.json", ResultsJson.write(results));
        write("jmh.json", JmhJson.write(results.runs()));
        write("report.txt", TextReport.write(results, false));
        write("report.html", HtmlReport.write(results));
    }

    /**
     * Reads a results.json that somebody names.
     *
     * @throws UsageException if it cannot be read, or is not one
     */
    public static SavedResults read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new UsageException(file + " is a folder; name the results.json in it");
            }
            if (Files.size(file) > LARGEST) {
                throw new UsageException(file + " is larger than 256 MiB: no results.json of hp-bench");
            }
            return SavedResultsJson.read(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new UsageException(file + ": there is no such file");
        } catch (AccessDeniedException e) {
            throw new UsageException(file + ": permission denied");
        } catch (CharacterCodingException e) {
            throw new UsageException(file + " is not JSON: it is no text in UTF-8");
        } catch (IOException e) {
            throw new UsageException("cannot read " + file + ": " + e.getMessage());
        }
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
