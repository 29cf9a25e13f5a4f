package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.Errno;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The entries of a folder of {@code /proc}, {@code /sys} or a captured tree, or why they cannot be listed. */
public final class Folder {

    /**
     * Limit of names. The folders that are listed have some dozens; /proc, with a pid_max of up to 2^22, is listed
     * apart.
     */
    static final int LIMIT = 10_000;

    private Folder() {}

    /** Returns the names in alphabetical order; a folder with more than {@link #LIMIT} is MALFORMED. */
    public static Fact<List<String>> names(Path folder) {
        return names(folder, LIMIT);
    }

    public static Fact<List<String>> names(Path folder, int limit) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return names(folder, entries, limit);
        } catch (DirectoryIteratorException e) {
            return absent(folder, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            return absent(folder, e);
        }
    }

    /**
     * Returns the names of an open folder in alphabetical order.
     *
     * @throws DirectoryIteratorException if an entry cannot be read
     */
    static Fact<List<String>> names(Path folder, DirectoryStream<Path> entries, int limit) {
        List<String> names = new ArrayList<>();
        for (Path entry : entries) {
            if (names.size() == limit) {
                return Fact.absent(Reason.MALFORMED, Source.of(folder, "more than " + limit + " entries"));
            }
            names.add(String.valueOf(entry.getFileName()));
        }
        Collections.sort(names);
        return Fact.known(List.copyOf(names), Source.of(folder));
    }

    private static <T> Fact<T> absent(Path folder, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(folder));
        }
        Optional<Errno> errno = e instanceof AccessDeniedException ? Optional.of(Errno.EACCES) : Errno.of(e);
        Source source = Source.of(folder, errno.map(Errno::words).orElseGet(() -> String.valueOf(e.getMessage())));
        if (errno.filter(Errno.ESRCH::equals).isPresent()) {
            return Fact.absent(Reason.VANISHED, source);
        }
        return errno.filter(it -> it == Errno.EACCES || it == Errno.EPERM).isPresent()
                ? Fact.absent(Reason.DENIED, source, OwnRights.here().toReadFile("a user who may list " + folder))
                : Fact.absent(Reason.MALFORMED, source);
    }
}
