package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Copies of folders. */
public final class Trees {
    private Trees() {}

    /** Copies a folder with its attributes, without what {@code not} holds for (a path relative to it). */
    public static Path copy(Path from, Path to, Predicate<Path> not) {
        try {
            Files.createDirectories(to.getParent());
            copyAll(from, from, to, not);
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with all that is in it, if it is there; links are not followed. */
    public static void delete(Path folder) {
        try {
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                children(folder).forEach(Trees::delete);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyAll(Path root, Path from, Path to, Predicate<Path> not) throws IOException {
        if (not.test(root.relativize(from))) {
            return;
        }
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
            for (Path child : children(from)) {
                copyAll(root, child, to.resolve(child.getFileName().toString()), not);
            }
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.toList();
        }
    }
}
