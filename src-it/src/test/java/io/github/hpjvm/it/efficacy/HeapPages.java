package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages of a heap, from {@code jcmd} and {@code /proc/PID/smaps} alone: no code of the product takes part. The heap of
 * ZGC is each mapping of the memfd {@code java_heap}, any other the range that {@code GC.heap_info} names.
 *
 * @param residentKiB resident, with the pages of a pool
 * @param thpKiB of these, transparent huge pages that a PMD maps
 * @param poolKiB of these, pages of a pool
 */
record HeapPages(long residentKiB, long thpKiB, long poolKiB) {
    private static final Pattern RANGE = Pattern.compile("heap .*\\[0x([0-9a-f]+), (?:0x[0-9a-f]+, )?0x([0-9a-f]+)\\)");
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) \\S+ \\S+ \\S+ \\S+ *(.*)");
    private static final Pattern FIELD = Pattern.compile("(\\w+): +(\\d+) kB");
    private static final String HEAP_OF_ZGC = "/memfd:java_heap";

    static HeapPages of(Jdk jdk, long pid) {
        Program.Ended asked = Program.of(jdk.home().resolve("bin/jcmd").toString())
                .with(pid, "GC.heap_info")
                .run();
        Matcher range = RANGE.matcher(asked.out());
        boolean named = range.find();
        try {
            return of(
                    Files.readString(Path.of("/proc", Long.toString(pid), "smaps")),
                    named ? Long.parseLong(range.group(1), 16) : 0,
                    named ? Long.parseLong(range.group(2), 16) : 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a mapping that reaches beyond the range all of it is counted. */
    static HeapPages of(String smaps, long start, long end) {
        HeapPages sum = new HeapPages(0, 0, 0);
        boolean inHeap = false;
        for (String line : smaps.lines().toList()) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher field = FIELD.matcher(line);
            if (mapping.matches()) {
                inHeap = mapping.group(3).startsWith(HEAP_OF_ZGC)
                        || Long.parseUnsignedLong(mapping.group(1), 16) < end
                                && Long.parseUnsignedLong(mapping.group(2), 16) > start;
            } else if (inHeap && field.matches()) {
                sum = sum.plus(field.group(1), Long.parseLong(field.group(2)));
            }
        }
        return sum;
    }

    private HeapPages plus(String field, long kib) {
        return switch (field) {
            case "Rss" -> new HeapPages(residentKiB + kib, thpKiB, poolKiB);
            case "AnonHugePages", "ShmemPmdMapped" -> new HeapPages(residentKiB, thpKiB + kib, poolKiB);
            case "Private_Hugetlb", "Shared_Hugetlb" -> new HeapPages(residentKiB + kib, thpKiB, poolKiB + kib);
            default -> this;
        };
    }

    /** The kind of huge page that prevails; empty if it is on base pages. */
    Optional<String> kind() {
        if (thpKiB + poolKiB == 0) {
            return Optional.empty();
        }
        return Optional.of(thpKiB > poolKiB ? "THP" : "HUGETLB");
    }

    /** Share on huge pages. */
    double coverage() {
        return residentKiB == 0 ? 0 : (double) (thpKiB + poolKiB) / residentKiB;
    }

    /** Such as {@code THP 98 % of 512 MiB}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s %.0f %% of %d MiB", kind().orElse("BASE"), coverage() * 100, residentKiB >> 10);
    }
}
