package io.github.hpjvm.it.efficacy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The settings of a host for transparent huge pages, pools and memory, file by file, and the limits of the lab's
 * control groups, without counters.
 *
 * @param words the text of each file
 */
record HostWords(Map<Path, String> words) {
    private static final Path THP = Path.of("/sys/kernel/mm/transparent_hugepage");
    private static final Path POOLS = Path.of("/sys/kernel/mm/hugepages");
    private static final Path MEMORY = Path.of("/proc/sys/vm");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    /** The name of the control groups that {@code Scene} creates. */
    private static final String GROUP = "hp-matrix";

    /** Counters, and requests that cannot be read. */
    private static final List<String> COUNTS = List.of("/stats/", "/pages_collapsed", "/full_scans", "/stat_refresh");

    /** Another file with the value of {@code nr_hugepages}. */
    private static final Path ALIAS = MEMORY.resolve("nr_hugepages_mempolicy");

    private static final int MOST = 4096;

    /** A file that the kernel writes whenever khugepaged starts or stops (set_recommended_min_free_kbytes). */
    private static final Path FOLLOWS_KHUGEPAGED = MEMORY.resolve("min_free_kbytes");

    HostWords {
        words = Map.copyOf(words);
    }

    static HostWords now() {
        Map<Path, String> words = new TreeMap<>();
        files(THP, 3).forEach(file -> read(file, words));
        files(MEMORY, 1).forEach(file -> read(file, words));
        // The pool of the default size is vm.nr_hugepages, without the surplus; there are no gigantic surplus pages.
        files(POOLS, 2).stream()
                .filter(file ->
                        file.endsWith("nr_overcommit_hugepages") || file.endsWith("hugepages-1048576kB/nr_hugepages"))
                .forEach(file -> read(file, words));
        files(GROUPS, 4).stream()
                .filter(file -> file.getParent().endsWith(GROUP)
                        && file.getFileName().toString().matches(".*(max|limit_in_bytes)"))
                .forEach(file -> read(file, words));
        return new HostWords(words);
    }

    /** Returns the files whose text has changed, each with both texts. */
    Map<Path, String> changedSince(HostWords before) {
        Map<Path, String> changed = new TreeMap<>();
        TreeSet<Path> all = new TreeSet<>(words.keySet());
        all.addAll(before.words.keySet());
        for (Path file : all) {
            String was = before.words.get(file);
            String is = words.get(file);
            if (!Objects.equals(was, is)) {
                changed.put(file, "'" + was + "' -> '" + is + "'");
            }
        }
        return changed;
    }

    /** Returns the value of a file, the chosen one of several; empty if there is no such file. */
    String word(Path file) {
        String text = words.getOrDefault(file, "");
        int open = text.indexOf('[');
        return open < 0 ? text : text.substring(open + 1, text.indexOf(']'));
    }

    private static List<Path> files(Path folder, int depth) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder, depth)) {
            all.filter(Files::isRegularFile).filter(HostWords::isWord).forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static boolean isWord(Path file) {
        return COUNTS.stream().noneMatch(file.toString()::contains)
                && !file.equals(FOLLOWS_KHUGEPAGED)
                && !file.equals(ALIAS);
    }

    /** Reads a file. A file that root may only write, or that the kernel does not show, is left out. */
    private static void read(Path file, Map<Path, String> words) {
        try {
            if (Files.getPosixFilePermissions(file).stream()
                    .anyMatch(it -> it.name().endsWith("READ"))) {
                // In one read: a second read of a sysctl returns nothing.
                try (InputStream in = Files.newInputStream(file)) {
                    words.put(file, new String(in.readNBytes(MOST), StandardCharsets.UTF_8).strip());
                }
            }
        } catch (IOException e) {
            words.put(file, "cannot be read");
        }
    }
}
