package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** The files that one run of a load generator writes. A file that the run did not write does not count. */
final class RecordedFiles {
    private static final Bytes LIMIT = Bytes.ofMiB(64);

    /** Number of bytes at the end of a file that identify it at the next reading. Lines of a log have times. */
    private static final long TAIL = 512;

    private final Optional<ServerPort> port;
    private final Bytes limit;
    private final Map<String, Optional<Mark>> before = new HashMap<>();
    private final Map<String, Known> textBefore = new HashMap<>();
    private final Map<String, Optional<String>> tailBefore = new HashMap<>();
    private final Map<String, Latencies> read = new HashMap<>();

    /** What changes when a file is written. */
    private record Mark(String file, long size, long nanos) {}

    /** The text of a file, without the text itself: it may be long. */
    private record Known(int length, int hash) {
        static final Known NOTHING = of("");

        static Known of(String text) {
            return new Known(text.length(), text.hashCode());
        }

        boolean begins(String text) {
            return text.length() >= length && of(text.substring(0, length)).equals(this);
        }
    }

    /**
     * Notes the state of the files, before the run.
     *
     * @param port of the server, for the names of files
     */
    RecordedFiles(List<Metric> metrics, Optional<ServerPort> port) {
        this(metrics, port, LIMIT);
    }

    /** @param limit the longest text of one run */
    RecordedFiles(List<Metric> metrics, Optional<ServerPort> port, Bytes limit) {
        this.port = port;
        this.limit = limit;
        metrics.stream()
                .flatMap(metric -> metric.recording().stream())
                .map(it -> it.pathAt(port))
                .forEach(path -> {
                    before.computeIfAbsent(path, RecordedFiles::mark);
                    textBefore.computeIfAbsent(path, this::known);
                    tailBefore.computeIfAbsent(
                            path,
                            it -> before.getOrDefault(it, Optional.empty())
                                    .flatMap(mark -> text(it, mark.size() - TAIL, mark.size())));
                });
    }

    private Known known(String path) {
        return text(path).known().map(Known::of).orElse(Known.NOTHING);
    }

    private Fact<String> text(String path) {
        return TextFile.read(BytePath.of(path), limit);
    }

    /** A part of a file; empty if it cannot be read, or is longer than the limit. */
    private Optional<String> text(String path, long from, long to) {
        long first = Math.max(0, from);
        if (to - first > limit.value()) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(BytePath.of(path))) {
            in.skipNBytes(first);
            return Optional.of(new String(in.readNBytes((int) (to - first)), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Mark> mark(String path) {
        try {
            BasicFileAttributes now = Files.readAttributes(BytePath.of(path), BasicFileAttributes.class);
            return Optional.of(new Mark(
                    String.valueOf(now.fileKey()),
                    now.size(),
                    now.lastModifiedTime().to(TimeUnit.NANOSECONDS)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The figure, after the run; empty if the run did not write the file, or if the file does not have it.
     *
     * @param output the percentile distribution in the output
     */
    OptionalDouble figure(LoadFigure recording, PercentileText output) {
        String path = recording.pathAt(port);
        if (recording.isOfOutput()) {
            return output.figure(recording.figure());
        }
        return read(recording, path).figure(recording.figure());
    }

    /** Why there is no figure, as part of a sentence. */
    Optional<String> why(LoadFigure recording) {
        return recording.isOfOutput()
                ? Optional.empty()
                : read(recording, recording.pathAt(port)).why(recording.figure());
    }

    private Latencies read(LoadFigure recording, String path) {
        return read.computeIfAbsent(path, it -> latencies(recording.format(), it));
    }

    private Latencies latencies(LoadFigure.Format format, String path) {
        Optional<Mark> now = mark(path);
        if (now.isEmpty()) {
            return Latencies.none("there is no such file");
        }
        if (Objects.equals(now, before.get(path))) {
            return Latencies.none("the run did not write the file");
        }
        Known known = textBefore.getOrDefault(path, Known.NOTHING);
        Fact<String> text = text(path);
        if (text.known().isPresent()) {
            String whole = text.known().get();
            return format == LoadFigure.Format.K6
                    ? K6Summary.parse(whole)
                    : Latencies.ofHdr(whole, known.begins(whole) ? known.length() : 0);
        }
        long size = now.get().size();
        if (size <= limit.value()) {
            return Latencies.none("the file cannot be read as text");
        }
        return (format == LoadFigure.Format.HDR ? appended(path, now.get()) : Optional.<String>empty())
                .map(Latencies::ofHdr)
                .orElseGet(() -> Latencies.none("the file is longer than " + limit
                        + (format == LoadFigure.Format.K6
                                ? "; use that of --summary-export"
                                : "; write one for each run")));
    }

    /** The text that was added to a long file; empty if it has been replaced. */
    private Optional<String> appended(String path, Mark now) {
        Optional<Mark> earlier = before.getOrDefault(path, Optional.empty());
        return earlier.filter(it -> it.file().equals(now.file()) && it.size() < now.size())
                .filter(it ->
                        text(path, it.size() - TAIL, it.size()).equals(tailBefore.getOrDefault(path, Optional.empty())))
                .flatMap(it -> text(path, it.size(), now.size()));
    }
}
