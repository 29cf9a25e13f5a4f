package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.json.SnapshotReport;
import io.github.hpjvm.cli.fleet.FleetReader.Reading;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.CountProgress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Reads the snapshots of a fleet in their order: files first, then stdin. */
final class FleetReading {
    /** The most lines about files that cannot be read. A wrong folder can have very many. */
    private static final int MOST_PROBLEMS = 20;

    private final FleetInputs files;
    private final boolean stdin;
    private final FleetReader reader;
    private final FleetSummary summary;
    private final Consumer<FleetReport> each;
    private final Console console;
    private final IntSupplier columns;
    private final Map<String, Integer> snapshots = new HashMap<>();
    private long problems;

    FleetReading(
            FleetInputs files,
            boolean stdin,
            FleetReader reader,
            FleetSummary summary,
            Consumer<FleetReport> each,
            Console console,
            IntSupplier columns) {
        this.files = files;
        this.stdin = stdin;
        this.reader = reader;
        this.summary = summary;
        this.each = each;
        this.console = console;
        this.columns = columns;
    }

    /** Reads all, and writes the rows. The target is closed by its owner. */
    void into(OutputStream target) throws IOException {
        CountProgress progress = new CountProgress(
                console, System::nanoTime, columns, "snapshots", files.files().size());
        // Ctrl-C leaves no half of a line before the prompt.
        Runtime.getRuntime().addShutdownHook(new Thread(progress::end));
        files.notes().forEach(note -> console.err().println("hp-cli fleet: " + note));
        for (Source folder : files.unlisted()) {
            summary.addDamaged();
            problem(folder.toString());
        }
        BufferedOutputStream rows = new BufferedOutputStream(target, 1 << 16);
        try {
            rows.write(reader.head().getBytes(StandardCharsets.UTF_8));
            OrderedTasks.run(files.files(), reader.threads(), reader::read, reading -> {
                progress.next();
                write(reading, rows, progress);
            });
            if (stdin) {
                int read = StreamedSnapshots.read(
                        System.in,
                        reader.largest(),
                        (number, bytes) -> writeUnchecked(reader.read("stdin:" + number, bytes), rows, progress));
                if (read == 0) {
                    summary.addDamaged();
                    progress.clear();
                    problem("stdin: it is empty");
                }
            }
            rows.flush();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            progress.clear();
        }
        if (problems > MOST_PROBLEMS) {
            console.err().println("hp-cli fleet: skipped " + (problems - MOST_PROBLEMS) + " more");
        }
        reportRepeated();
    }

    /** Reports hosts with several snapshots, such as those of two days: their JVMs count each time. */
    private void reportRepeated() {
        List<String> repeated = snapshots.entrySet().stream()
                .filter(host -> host.getValue() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!repeated.isEmpty()) {
            console.err()
                    .println("hp-cli fleet: " + repeated.size()
                            + (repeated.size() == 1 ? " host has" : " hosts have")
                            + " more than one snapshot. The JVMs count in each: " + repeated.get(0)
                            + (repeated.size() > 1 ? ", ..." : ""));
        }
    }

    private void writeUnchecked(Reading reading, OutputStream rows, CountProgress progress) {
        try {
            write(reading, rows, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Reading reading, OutputStream rows, CountProgress progress) throws IOException {
        SnapshotReport report = reading.report();
        if (report.report().isPresent()) {
            rows.write(reading.rows());
            each.accept(report.report().get());
            report.report().get().rows().stream()
                    .map(FleetRow::host)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(host -> snapshots.merge(host, 1, Integer::sum));
        } else {
            summary.addDamaged();
            progress.clear();
            problem(report.source() + ": " + report.problem());
        }
    }

    private void problem(String text) {
        problems++;
        if (problems <= MOST_PROBLEMS) {
            console.err().println("hp-cli fleet: skipped " + text);
        }
    }
}
