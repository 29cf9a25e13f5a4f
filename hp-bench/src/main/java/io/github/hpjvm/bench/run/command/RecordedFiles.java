package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
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

    private final Optional<ServerPort> port;
    private final Map<String, Optional<Mark>> before = new HashMap<>();
    private final Map<String, Known> textBefore = new HashMap<>();
    private final Map<String, Latencies> read = new HashMap<>();

    /** What changes when a file is written. */
    private record Mark(Object file, long size, long nanos) {}

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
        this.port = port;
        metrics.stream()
                .flatMap(metric -> metric.recording().stream())
                .map(it -> it.pathAt(port))
                .forEach(path -> {
                    before.computeIfAbsent(path, RecordedFiles::mark);
                    textBefore.computeIfAbsent(path, RecordedFiles::known);
                });
    }

    private static Known known(String path) {
        return text(path).map(Known::of).orElse(Known.NOTHING);
    }

    private static Optional<String> text(String path) {
        return TextFile.read(BytePath.of(path), LIMIT).known();
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
        return read.computeIfAbsent(path, it -> latencies(recording.format(), it))
                .figure(recording.figure());
    }

    private Latencies latencies(LoadFigure.Format format, String path) {
        if (Objects.equals(mark(path), before.get(path))) {
            return Latencies.NONE;
        }
        Known known = textBefore.getOrDefault(path, Known.NOTHING);
        return text(path)
                .map(it -> format == LoadFigure.Format.K6
                        ? K6Summary.parse(it)
                        : Latencies.ofHdr(it, known.begins(it) ? known.length() : 0))
                .orElse(Latencies.NONE);
    }
}
