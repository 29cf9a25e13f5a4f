package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.Profile;
import io.github.hpjvm.bench.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a campaign. Each is whole at any time: a reader never sees one half written. */
public final class ResultFiles {
    private static final long LARGEST = 256L << 20;
    private static final String JMH = "jmh.json";

    private final Path folder;

    /** @param folder is made if it is not there */
    public ResultFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes results.json, jmh.json, report.txt and report.html. Of programs of somebody else's there is no jmh.json, nor
     * is one left of an earlier campaign.
     *
     * @return the names of the files
     */
    public List<String> write(Results results) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("results.json", ResultsJson.write(results));
        if (results.options().profile() != Profile.OWN) {
            files.put(JMH, JmhJson.write(results.runs()));
        }
        files.put("report.txt", TextReport.saved(results));
        files.put("report.html", HtmlReport.write(results));
        files.forEach(this::write);
        if (!files.containsKey(JMH)) {
            delete(JMH);
        }
        return List.copyOf(files.keySet());
    }

    private void delete(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder.resolve(name), e);
        }
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
