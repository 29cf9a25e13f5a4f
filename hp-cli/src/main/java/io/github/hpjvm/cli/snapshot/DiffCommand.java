package io.github.hpjvm.cli.snapshot;

import io.github.hpjvm.advisor.compare.SnapshotDifference;
import io.github.hpjvm.advisor.json.SnapshotDifferenceJson;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.text.SnapshotDifferenceText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli diff}: compares two snapshots of one host. */
@Command(
        name = "diff",
        description = {
            "Show what changed between two snapshots of one host: settings, pools, and for each JVM its arguments, flags,"
                    + " pages and findings.",
            "",
            "A JVM that was restarted is found by its main class or jar.",
            "",
            "DIR is the folder of hp-cli watch --record: DIR@TIME is its last snapshot up to that time in UTC, and DIR its"
                    + " newest one."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli snapshot -o before.json",
            "  hp-cli snapshot -o after.json",
            "  hp-cli diff before.json after.json",
            "  hp-cli diff DIR@2026-11-27T03:00 DIR"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {"0:success, whether something changed or not", ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE
        })
public final class DiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.json", description = "The first snapshot.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.json", description = "The second snapshot.")
    private Path after;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        SnapshotDifference difference = SnapshotDifference.of(SnapshotFile.read(before), SnapshotFile.read(after));
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? SnapshotDifferenceJson.write(difference)
                                : SnapshotDifferenceText.write(difference, console.outColour()));
        return ExitCodes.OK;
    }
}
