package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists the files in a folder that the user names. */
public final class NamedFolder {
    private static final int DEEPEST = 64;

    private NamedFolder() {}

    /** Returns whether the path names a folder. */
    public static boolean is(Path path) {
        return Files.isDirectory(path);
    }

    /**
     * Returns the files of a folder and of its folders, by name, in the order of their names. Symbolic links to folders
     * are not followed. A folder that cannot be listed makes the fact absent.
     *
     * @param endings ends of the names to list, such as {@code .json}
     */
    public static Fact<List<Path>> files(Path folder, List<String> endings) {
        List<Path> files = new ArrayList<>();
        try {
            add(folder, endings, files, 0);
            return Fact.known(files, Source.of(folder));
        } catch (IOException | DirectoryIteratorException e) {
            return Fact.absent(
                    Reason.DENIED, Source.of(folder, "cannot list its files: " + e.getMessage()), "name its files");
        }
    }

    private static void add(Path folder, List<String> endings, List<Path> files, int depth) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        }
        entries.sort(null);
        for (Path entry : entries) {
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                if (depth < DEEPEST) {
                    add(entry, endings, files, depth + 1);
                }
            } else if (endings.stream().anyMatch(entry.getFileName().toString()::endsWith)) {
                files.add(entry);
            }
        }
    }
}
