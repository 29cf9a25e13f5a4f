package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The state at one moment of the kernel files that tests and campaigns change. */
public final class HostState {
    public static final Path POOL = Path.of("/proc/sys/vm/nr_hugepages");
    /** The pools by their size, without the pool of the default size. */
    public static final Path POOL_2M = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");

    public static final Path OVERCOMMIT_2M =
            Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_overcommit_hugepages");
    public static final Path POOL_1G = Path.of("/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages");
    public static final Path ENABLED = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    public static final Path ENABLED_2M = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled");
    public static final Path ENABLED_64K = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled");
    public static final Path SHMEM = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    public static final Path SHMEM_2M = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/shmem_enabled");
    public static final Path DEFRAG = Path.of("/sys/kernel/mm/transparent_hugepage/defrag");
    public static final Path SCAN_SLEEP =
            Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/scan_sleep_millisecs");

    /** The number of base pages of zeros that khugepaged and the THP shrinker allow in a huge page. */
    public static final Path MAX_PTES_NONE = Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_none");

    public static final Path SHRINK_UNDERUSED = Path.of("/sys/kernel/mm/transparent_hugepage/shrink_underused");

    public static final Path PAGES_TO_SCAN = Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/pages_to_scan");

    /** A counter: it is read, and never written. */
    public static final Path PAGES_COLLAPSED =
            Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/pages_collapsed");

    /** Limits the free pages that each CPU keeps on lists of its own, which are not merged to blocks; 0 is the default. */
    public static final Path CPU_LISTS = Path.of("/proc/sys/vm/percpu_pagelist_high_fraction");

    /** The number of mappings that a process may have. */
    public static final Path MAP_COUNT = Path.of("/proc/sys/vm/max_map_count");

    public static final Path COMPACTION = Path.of("/proc/sys/vm/compaction_proactiveness");

    private static final int MOST = 4096;

    private static final List<Path> ALL = List.of(
            OVERCOMMIT_2M,
            POOL,
            POOL_2M,
            POOL_1G,
            ENABLED,
            ENABLED_2M,
            ENABLED_64K,
            SHMEM,
            SHMEM_2M,
            DEFRAG,
            SCAN_SLEEP,
            PAGES_TO_SCAN,
            MAX_PTES_NONE,
            SHRINK_UNDERUSED,
            CPU_LISTS,
            MAP_COUNT,
            COMPACTION);

    private static boolean ended;

    private final Map<Path, String> values;

    private HostState(Map<Path, String> values) {
        this.values = values;
    }

    /** Returns the present state. */
    public static HostState now() {
        Map<Path, String> values = new LinkedHashMap<>();
        ALL.stream().filter(Files::isReadable).forEach(file -> values.put(file, value(file)));
        return new HostState(values);
    }

    /**
     * Writes the values that differ from the present ones, each of them.
     *
     * @throws UncheckedIOException if the kernel refused one
     */
    public void putBack() {
        putBack(HostState::write);
    }

    private void putBack(BiConsumer<Path, String> writer) {
        Optional<UncheckedIOException> refused = Optional.empty();
        for (Map.Entry<Path, String> one : values.entrySet()) {
            try {
                if (!value(one.getKey()).equals(one.getValue())) {
                    writer.accept(one.getKey(), one.getValue());
                }
            } catch (UncheckedIOException e) {
                refused = Optional.of(e);
            }
        }
        if (refused.isPresent()) {
            throw refused.get();
        }
    }

    /**
     * Returns the chosen word of a file of words, else its text. In one read: a second read of a sysctl returns
     * nothing.
     */
    public static String value(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MOST), StandardCharsets.US_ASCII).strip();
            int open = text.indexOf('[');
            return open < 0 ? text : text.substring(open + 1, text.indexOf(']'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Restores everything for the last time: a test that goes on while its JVM ends cannot write after this. */
    static synchronized void end(HostState state) {
        ended = true;
        state.putBack(HostState::writeNow);
    }

    static synchronized void write(Path file, String value) {
        if (ended) {
            throw new IllegalStateException("the tests are ending: " + file + " is not written any more");
        }
        writeNow(file, value);
    }

    private static void writeNow(Path file, String value) {
        try {
            Files.writeString(file, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostState state && state.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
