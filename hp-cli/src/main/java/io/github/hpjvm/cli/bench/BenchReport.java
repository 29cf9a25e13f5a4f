package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.ExportFiles;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli bench report}: renders the report of a campaign again. */
@Command(
        name = "report",
        description = {
            "Render the report of a campaign again, from its results.json.",
            "",
            "Measures nothing, and leaves results.json as it is. The file may come from another host."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli bench report hp-bench-results/results.json",
            "  hp-cli bench report results.json --gate '.*:thp<=1.02' --export-junit out.xml"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, "3:a gate of --gate failed", ExitCodes.PIPE
        })
final class BenchReport implements Callable<Integer> {
    private static final String NAME = "hp-cli bench report";

    @Parameters(
            paramLabel = "FILE",
            description = "results.json of bench run, of try or of Maven, or the folder that contains it.")
    private Path file;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for report.txt and report.html.")
    private Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report as HTML.")
    private Path html;

    @Option(names = "--export-markdown", paramLabel = "FILE", description = "Write the result as Markdown.")
    private Path markdown;

    @Option(
            names = "--export-junit",
            paramLabel = "FILE",
            description = "Write the gates as JUnit XML, for CI. Without gates: the verdicts.")
    private Path junit;

    @Option(names = "--export-csv", paramLabel = "FILE", description = "Write all rounds as CSV, a line for each run.")
    private Path csv;

    @Option(
            names = "--gate",
            paramLabel = "CASES:VARIANT<=RATIO",
            description = "Judge by these gates instead of those of the campaign, and exit with 3 if one fails. Without"
                    + " this option, a failed gate of the campaign is in the report, and the exit code is 0.")
    private String gate;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        if (gate != null) {
            CampaignOptions.requireValue("gate", gate);
        }
        BenchOptions.Exports exports = new BenchOptions.Exports(
                Optional.ofNullable(markdown), Optional.ofNullable(junit), Optional.ofNullable(csv));
        requireDifferentFiles(exports);
        Results results = ResultFiles.readResults(file, Optional.ofNullable(gate));
        if (gate != null) {
            Bench.requireMatchingGates(
                    results.options().gates(),
                    results.cases(),
                    results.options().variants());
        }
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? ResultsJson.write(results)
                                : TextReport.write(results, console.outColour()));
        if (gate != null) {
            results.failedGates().forEach(line -> console.err().println(NAME + ": " + line));
        }
        write(results, exports, console);
        return gate == null || results.gatesHold() ? ExitCodes.OK : ExitCodes.FOUND;
    }

    /** Rejects a file that would replace the results or another file. */
    private void requireDifferentFiles(BenchOptions.Exports exports) {
        ExportFiles files = new ExportFiles();
        files.keep(ResultFiles.named(file), "is the file to read");
        if (out != null) {
            ResultFiles.rendered(out).forEach(it -> files.name("out", it));
        }
        if (html != null) {
            files.name("html", html);
        }
        files.name(exports);
    }

    /**
     * Writes the files. The answer is printed before, so a full disk does not lose it.
     *
     * @throws BenchException that names the files that could not be written
     */
    private void write(Results results, BenchOptions.Exports exports, Console console) {
        List<Runnable> files = new ArrayList<>();
        if (out != null) {
            files.add(() -> new ResultFiles(out).render(results).forEach(name -> said(out.resolve(name), console)));
        }
        if (html != null) {
            files.add(() -> {
                OutputFile.write(html, HtmlReport.write(results));
                said(html, console);
            });
        }
        List<BenchException> failures = new ArrayList<>();
        for (Runnable file : files) {
            try {
                file.run();
            } catch (BenchException e) {
                failures.add(e);
            }
        }
        ResultFiles.export(results, exports, failures).forEach(written -> said(written, console));
        if (!failures.isEmpty()) {
            throw new BenchException(
                    failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")), failures.get(0));
        }
    }

    private static void said(Path written, Console console) {
        console.err().println("written   " + written);
    }
}
