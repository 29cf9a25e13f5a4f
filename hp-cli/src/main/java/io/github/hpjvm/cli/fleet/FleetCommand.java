package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.goal.FleetGoal;
import io.github.hpjvm.advisor.json.FleetJson;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.OutOption;
import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.text.FleetPageText;
import io.github.hpjvm.cli.text.FleetText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli fleet}: advises on many snapshots. */
@Command(
        name = "fleet",
        description = {
            "Advise on many snapshots: a summary, and with -o one row for each JVM and finding.",
            "",
            "JVMs are ranked by the CPUs that they use. A gain in cores is a bound from a measurement, never a promise.",
            "",
            "The rows are in the order of the files. They equal the findings of hp-cli advise --snapshot FILE. A file"
                    + " that cannot be read is named on stderr and skipped."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli snapshot --all --compact -o $HOSTNAME.json.gz",
            "  hp-cli fleet snapshots/ -o fleet.ndjson --labels hosts.csv",
            "  hp-cli fleet snapshots/ --measured tlb/ --price core=25,gib=3 \\",
            "      --report fleet.html"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            "3:--require does not hold for a JVM",
            "4:insufficient data: a file could not be read, or for --require: pages are unknown, or no JVM was found",
            "130:ended by Ctrl-C; no file is written",
            ExitCodes.PIPE,
            "143:ended by SIGTERM; no file is written"
        })
public final class FleetCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR|FILE|-",
            description =
                    "Snapshots, or folders with files that end in .json or .json.gz; of a folder of hp-cli watch --record the"
                            + " newest snapshot. - reads stdin: compact snapshots, one a line, or one document.")
    private List<Path> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE|-",
            description = "Output file of the rows: NDJSON if its name ends in .ndjson, .jsonl or .json, CSV if it ends"
                    + " in .csv. With - the rows are on stdout, as NDJSON unless --format is csv.")
    private Path out;

    @Option(
            names = "--measured",
            paramLabel = "DIR|FILE",
            description =
                    "A file of hp-cli tlb --save, or a folder of them. It bounds the gain of the JVM, or of all JVMs of the"
                            + " host, that was measured. May be repeated.")
    private List<Path> measured = new ArrayList<>();

    @Option(
            names = "--since",
            paramLabel = "DIR|FILE",
            description =
                    "Earlier snapshots of the hosts, at least ten seconds older. The CPUs of a JVM in them are those used since"
                            + " then, and not since its start. A folder of hp-cli watch --record: add @TIME. May be repeated.")
    private List<Path> since = new ArrayList<>();

    @Option(
            names = "--price",
            paramLabel = "core=N,gib=N",
            description =
                    "Prices of a core and of a GiB of memory. The labels pricePerCore and pricePerGib of a host precede"
                            + " them.")
    private String price;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the summary as a page of HTML that loads nothing.")
    private Path report;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "CSV with labels. Its first column is named host or source, each other one is a label.")
    private Path labels;

    @Option(
            names = "--format",
            paramLabel = "text|json|ndjson|csv",
            description = "Format of stdout: the summary as text or JSON document, or the rows. Default: text.")
    private FleetFormat format = FleetFormat.TEXT;

    @Option(
            names = RequireOption.NAME,
            paramLabel = RequireOption.LABEL,
            description =
                    "Print one sentence instead of the summary, and exit with 3 unless each heap is on these pages.")
    private String require;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads. Default: one for each CPU.")
    private Integer threads;

    @Override
    public Integer call() {
        FleetFormat rows = checked();
        HostLabels hostLabels = labels == null ? HostLabels.ofNames() : LabelsFile.read(labels);
        boolean stdin = inputs.removeIf(path -> path.toString().equals("-"));
        FleetInputs files = inputs.isEmpty() ? FleetInputs.NONE : FleetInputs.of(inputs);
        requireOtherFiles();
        Console console = Consoles.standard();
        FleetSummary summary = new FleetSummary(PriceOption.parse(price));
        Optional<FleetGoal> goal = RequireOption.of(require, null).map(FleetGoal::new);
        FleetReader reader = FleetReader.with(
                rows, hostLabels, threads, EarlierSnapshots.addTo(MeasuredHosts.read(measured), since));
        Consumer<FleetReport> each = report -> {
            summary.add(report);
            goal.ifPresent(it -> it.add(report.rows()));
        };
        FleetReading reading =
                new FleetReading(files, stdin, reader, summary, each, console, OutputWidth.ofProgress(console));
        if (out != null) {
            OutputFile.write(out, reading::into);
        } else {
            onStdout(reading, rows.isSummary() ? OutputStream.nullOutputStream() : new Rows(Consoles.utf8()));
        }
        Optional<Answer> answer = goal.map(FleetGoal::answer);
        print(summary, answer, rows, console);
        if (report != null) {
            OutputFile.write(report, FleetPageText.write(summary));
        }
        int code = answer.map(RequireOption::exitCode).orElse(ExitCodes.OK);
        return code == ExitCodes.OK && summary.damaged() > 0 ? ExitCodes.INSUFFICIENT : code;
    }

    /** Returns the format of the rows, if the options agree. */
    private FleetFormat checked() {
        if (threads != null && threads < 1) {
            throw new UsageException("--threads must be at least 1");
        }
        if (out != null && OutOption.file(out) == null) {
            if (format == FleetFormat.JSON) {
                throw new UsageException("-o - and --format json exclude each other: both print on stdout");
            }
            format = format == FleetFormat.CSV ? FleetFormat.CSV : FleetFormat.NDJSON;
            out = null;
        }
        FleetFormat rows = out == null ? format : FleetFormat.ofName(out);
        if (out != null && !format.isSummary()) {
            throw new UsageException("give -o for the rows, or --format " + format + " for rows on stdout, not both");
        }
        return rows;
    }

    /** Rejects an output file that is an input, or that the next call would read as one. */
    private void requireOtherFiles() {
        List<Path> read = new ArrayList<>(inputs);
        read.addAll(measured);
        read.addAll(since);
        Optional.ofNullable(labels).ifPresent(read::add);
        Optional.ofNullable(out).ifPresent(file -> FleetInputs.requireOther("-o", file, read));
        Optional.ofNullable(report).ifPresent(file -> FleetInputs.requireOther("--report", file, read));
        if (report != null && out != null) {
            FleetInputs.requireDifferent(report, out);
        }
    }

    /** Prints the answer before the page is written, so a full disk does not lose it. */
    private void print(FleetSummary summary, Optional<Answer> answer, FleetFormat rows, Console console) {
        if (!rows.isSummary() && out == null) {
            answer.ifPresent(it -> console.err().println(it.reason()));
            return;
        }
        console.out()
                .print(
                        format == FleetFormat.JSON
                                ? FleetJson.write(summary, answer)
                                : answer.map(it -> Paragraph.sentence(it.reason()) + "\n")
                                        .orElseGet(() -> FleetText.write(summary, console.outColour())));
    }

    private static void onStdout(FleetReading reading, OutputStream target) {
        try {
            reading.into(target);
        } catch (ClosedException e) {
            // Main reports a stdout that cannot be written, and ends as a closed pipe requires.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stdout as long as it takes rows: a reader such as head closes it, and no more snapshots are read. */
    private static final class Rows extends OutputStream {
        private final PrintStream out;

        Rows(PrintStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            if (out.checkError()) {
                throw new ClosedException();
            }
        }
    }

    private static final class ClosedException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
