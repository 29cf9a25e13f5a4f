package io.github.hpjvm.cli.fleet;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.fleet.FleetColumn;
import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.json.FleetJson;
import io.github.hpjvm.advisor.json.SnapshotReport;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a snapshot file and makes its rows. For several threads.
 *
 * @param format the format of the rows; text and JSON if there are none
 * @param labels labels of the hosts
 * @param threads number of threads that read
 * @param largest the largest text of a snapshot
 * @param measurements what bounds the gain of JVMs
 */
record FleetReader(FleetFormat format, HostLabels labels, int threads, Bytes largest, Measurements measurements) {
    /** A snapshot as records takes about ten times the bytes of its text. */
    private static final int EXPANSION = 16;

    /** The characters that begin a formula. */
    private static final String FORMULA = "=+-@\t\r";

    private static final Bytes FOR_ONE_THREAD = Bytes.ofMiB(96);

    /**
     * The result of one file.
     *
     * @param rows the bytes of its rows
     */
    @SuppressWarnings("ArrayRecordComponent") // readings are not compared
    record Reading(SnapshotReport report, byte[] rows) {}

    /**
     * A reader within the heap of this JVM.
     *
     * @param threads requested number of threads; null for one of each processor
     */
    static FleetReader with(FleetFormat format, HostLabels labels, Integer threads, Measurements measurements) {
        Runtime runtime = Runtime.getRuntime();
        long fit = Math.max(1, runtime.maxMemory() / FOR_ONE_THREAD.value());
        int count = threads == null ? (int) Math.min(fit, runtime.availableProcessors()) : threads;
        Bytes largest = Bytes.of(runtime.maxMemory() / count / EXPANSION);
        return new FleetReader(format, labels, count, largest.min(NamedFile.LARGEST), measurements);
    }

    /** The text before all rows. */
    String head() {
        return format == FleetFormat.CSV
                ? csv(Arrays.stream(FleetColumn.values())
                        .map(FleetColumn::column)
                        .toList())
                : "";
    }

    /** Reads a file; never throws because of its content. */
    Reading read(Path file) {
        String source = file.toString();
        Fact<byte[]> bytes = NamedFile.readPacked(file, largest);
        SnapshotReport report = bytes.known()
                .map(known -> SnapshotReport.of(source, known, largest, labels, measurements))
                .orElseGet(() -> SnapshotReport.failed(source, bytes.source().excerpt()));
        return reading(report);
    }

    /** Reads a snapshot of a stream. */
    Reading read(String source, byte[] snapshot) {
        return reading(SnapshotReport.of(source, snapshot, largest, labels, measurements));
    }

    private Reading reading(SnapshotReport report) {
        StringBuilder rows = new StringBuilder();
        report.report().ifPresent(it -> it.rows().forEach(row -> rows.append(text(row))));
        return new Reading(report, rows.toString().getBytes(StandardCharsets.UTF_8));
    }

    private String text(FleetRow row) {
        return switch (format) {
            case NDJSON -> FleetJson.write(row);
            case CSV ->
                csv(Arrays.stream(FleetColumn.values())
                        .map(column -> safe(column.text(row)))
                        .toList());
            case TEXT, JSON -> "";
        };
    }

    /**
     * Returns a cell that a spreadsheet does not take for a formula: names come from the processes of all users. The
     * apostrophe marks a text (OWASP, "CSV Injection").
     */
    static String safe(String cell) {
        return !cell.isEmpty() && FORMULA.indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
    }

    private static String csv(List<String> fields) {
        StringWriter line = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(line)) {
            writer.writeRecord(fields);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return line.toString();
    }
}
