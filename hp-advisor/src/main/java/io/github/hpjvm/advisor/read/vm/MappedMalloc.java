package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.List;
import java.util.Optional;

/** Finds the malloc of a process among the names of its mapped files. */
public final class MappedMalloc {
    private static final List<String> OTHERS =
            List.of("libjemalloc", "libtcmalloc", "libmimalloc", "libsnmalloc", "librpmalloc", "libhoard");
    private static final List<String> MUSL = List.of("ld-musl-", "libc.musl-");

    /** Before glibc 2.34 the name of the file has the version: {@code libc-2.31.so}. */
    private static final List<String> GLIBC = List.of("libc.so.6", "libc-2.");

    private MappedMalloc() {}

    /** Returns the malloc; empty if no name shows it, as of a program without shared libraries. */
    public static Optional<Malloc> of(List<Vma> maps) {
        if (maps(maps, OTHERS)) {
            return Optional.of(Malloc.OTHER);
        }
        // On Alpine Linux a layer for programs of glibc has its file names beside those of musl.
        if (maps(maps, MUSL)) {
            return Optional.of(Malloc.MUSL);
        }
        return maps(maps, GLIBC) ? Optional.of(Malloc.GLIBC) : Optional.empty();
    }

    private static boolean maps(List<Vma> maps, List<String> names) {
        return maps.stream()
                .map(Vma::path)
                .filter(path -> path.startsWith("/"))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .anyMatch(file -> names.stream().anyMatch(file::startsWith));
    }
}
