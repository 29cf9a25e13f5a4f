package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Reads and writes kernel files, which are named by their absolute path on a real host. */
public interface HostFiles {

    /** The files below this folder: {@code /} for the host itself, another folder for a copy of its tree. */
    static HostFiles under(Path root) {
        return new HostTree(root);
    }

    /**
     * The current value: for a choice file ({@code always [madvise] never}) the value in brackets, else the text
     * without the white space around it.
     *
     * @throws java.nio.file.NoSuchFileException if this kernel has no such file
     * @throws java.nio.file.AccessDeniedException if this process may not read it
     * @throws IOException if it cannot be read for another reason, or is longer than a kernel value can be
     */
    String value(Path file) throws IOException;

    /**
     * The values that a choice file ({@code always [madvise] never}) lists; empty for a file without a list.
     *
     * @throws IOException as {@link #value} does
     */
    Set<String> choices(Path file) throws IOException;

    /**
     * Writes the value with one {@code write} call. A successful call does not mean that the kernel took the value: a
     * write to {@code nr_hugepages} succeeds with fewer pages (Documentation/admin-guide/mm/hugetlbpage.rst). Read it
     * back.
     *
     * @throws java.nio.file.NoSuchFileException if this kernel has no such file; it is never created
     * @throws java.nio.file.AccessDeniedException if this process may not write it
     * @throws IOException if the kernel refuses the value, or the file system is mounted read-only
     */
    void write(HostChange change) throws IOException;
}
