package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.compare.DifferenceJson;
import io.github.hpjvm.bench.report.compare.DifferenceText;
import io.github.hpjvm.bench.report.compare.ResultsDifference;
import io.github.hpjvm.bench.terminal.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli bench compare}: two hosts, kernels, JDKs, or before and after. */
@Command(
        name = "compare",
        description = {
            "Compare two results.json: what differs between them, then cost in B over cost in A.",
            "",
            "Nothing is measured. The files may come from other hosts, kernels and JDKs."
        },
        sortOptions = false)
final class BenchCompare implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.json", description = "The results.json to compare with.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.json", description = "The results.json that is compared.")
    private Path after;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
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
