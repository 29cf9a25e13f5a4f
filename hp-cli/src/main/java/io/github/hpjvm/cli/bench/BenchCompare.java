package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.compare.DifferenceJson;
import io.github.hpjvm.bench.report.compare.DifferenceText;
import io.github.hpjvm.bench.report.compare.ResultsDifference;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli bench compare}: compares the results of two campaigns. */
@Command(
        name = "compare",
        description = {
            "Compare two results.json: the differences of their setup, then cost in B divided by cost in A.",
            "",
            "Measures nothing. The files may come from different hosts, kernels and JDKs."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
final class BenchCompare implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.json", description = "results.json of the reference.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.json", description = "results.json to compare with it.")
    private Path after;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        ResultsDifference difference = ResultsDifference.of(ResultFiles.read(before), ResultFiles.read(after));
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? DifferenceJson.write(difference)
                                : DifferenceText.write(difference, console.outColour()));
        return 0;
    }
}
