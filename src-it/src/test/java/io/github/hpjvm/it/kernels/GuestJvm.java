package io.github.hpjvm.it.kernels;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A JVM of a guest, as {@code lab/kernels/guest/run.sh} saved it.
 *
 * @param name with its group: {@code madvise-17-plain}
 * @param snapshot the name of the snapshot before its start; the later one has the ending {@code -after}
 * @param release as {@code 17.0.19}
 * @param arguments without those that only print
 * @param pid while it ran
 * @param seen its heap before hp-cli read it
 * @param later its heap after that
 * @param refused whether it ended before it filled its heap
 */
public record GuestJvm(
        String name,
        String snapshot,
        String release,
        List<String> arguments,
        OptionalLong pid,
        Optional<HeapPages> seen,
        Optional<HeapPages> later,
        boolean refused) {

    /** Returns the JVMs of a guest, in the order of their names. */
    public static List<GuestJvm> in(Path results) {
        try (Stream<Path> files = Files.list(results)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".cmd"))
                    .sorted()
                    .map(name -> read(results, name.substring(0, name.length() - ".cmd".length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GuestJvm read(Path results, String name) {
        List<String> words =
                List.of(text(results.resolve(name + ".cmd")).strip().split(" "));
        String log = text(results.resolve(name + ".log"));
        String pid = text(results.resolve(name + ".pid")).strip();
        boolean single = Files.exists(results.resolve(name + ".json"));
        boolean ready = log.lines().anyMatch("READY"::equals);
        return new GuestJvm(
                name,
                single ? name : name.substring(0, name.indexOf('-')),
                words.get(0),
                words.subList(1, words.size()),
                pid.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid)),
                ready ? HeapPages.of(text(results.resolve(name + ".smaps")), log) : Optional.empty(),
                ready ? HeapPages.of(text(results.resolve(name + ".later")), log) : Optional.empty(),
                !ready && Files.exists(results.resolve(name + ".exit")));
    }

    /** A line of {@code jvms.tsv} of the tests of hp-cli; empty if nothing was seen. */
    public Optional<String> line(String guest) {
        List<String> cells = new ArrayList<>(List.of(guest, snapshot, name, release, String.join(" ", arguments)));
        if (refused) {
            cells.addAll(List.of("refused", "", ""));
        } else if (seen.isPresent()) {
            HeapPages pages = seen.get();
            cells.add(Long.toString(pages.residentKib()));
            cells.add(Long.toString(pages.thpKib()));
            cells.add(Long.toString(pages.hugetlbKib()));
        } else {
            return Optional.empty();
        }
        return Optional.of(String.join("\t", cells));
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
