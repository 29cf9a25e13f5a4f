package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Source;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lists the files in a folder that the user names. */
public final class NamedFolder {
    private static final int DEEPEST = 64;

    private final List<String> endings;
    private final List<Path> files = new ArrayList<>();
    private final List<Source> unlisted = new ArrayList<>();

    private NamedFolder(List<String> endings) {
        this.endings = endings;
    }

    /**
     * The files of a folder.
     *
     * @param files their names, in order
     * @param unlisted the folders that cannot be listed, each with the reason
     */
    public record Listing(List<Path> files, List<Source> unlisted) {
        public Listing {
            files = List.copyOf(files);
            unlisted = List.copyOf(unlisted);
        }
    }

    /** Returns whether the path names a folder. */
    public static boolean is(Path path) {
        return Files.isDirectory(path);
    }

    /**
     * Returns the files of a folder and of its folders, by name, in the order of their names. Symbolic links to folders
     * are not followed. A folder that cannot be listed does not affect the other folders.
     *
     * @param endings ends of the names to list, such as {@code .json}
     */
    public static Listing list(Path folder, List<String> endings) {
        NamedFolder listed = new NamedFolder(List.copyOf(endings));
        listed.add(folder, 0);
        return new Listing(listed.files, listed.unlisted);
    }

    private void add(Path folder, int depth) {
        if (depth > DEEPEST) {
            unlisted.add(Source.of(folder, "it is more than " + DEEPEST + " folders deep"));
            return;
        }
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            unlisted.add(Source.of(folder, why(e)));
        } catch (DirectoryIteratorException e) {
            unlisted.add(Source.of(folder, why(Objects.requireNonNull(e.getCause()))));
        }
        entries.sort(null);
        for (Path entry : entries) {
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                add(entry, depth + 1);
            } else if (endings.stream().anyMatch(entry.getFileName().toString()::endsWith)) {
                files.add(entry);
            }
        }
    }

    private static String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "cannot list its files: permission denied";
        }
        return e instanceof NoSuchFileException
                ? "there is no such folder"
                : "cannot list its files: " + e.getMessage();
    }
}
