package io.github.hpjvm.cli.bench;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.host.RestoreReport;
import io.github.hpjvm.bench.host.UndoFile;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli bench restore}: restores the host settings that a killed campaign left changed. */
@Command(
        name = "restore",
        description = {
            "Restore the host settings that a killed campaign left changed.",
            "",
            "Each campaign that runs as root does this at its start. A setting that another program changed in the"
                    + " meantime is reported and not restored."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            "1:internal or host error; also: a setting was not restored, or another campaign is running",
            ExitCodes.USAGE,
            ExitCodes.PIPE
        })
final class BenchRestore implements Callable<Integer> {
    /** The name of this command in the note that another campaign reads. */
    private static final String PURPOSE = "hp-cli bench restore";

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Option(names = "--wait", description = "Wait until the running campaign on this host ends. Default: exit code 1.")
    private boolean waits;

    @Override
    public Integer call() {
        if (!ThisProcess.isRoot()) {
            throw new BenchException("restoring host settings needs root: sudo hp-cli bench restore");
        }
        Console console = Consoles.standard();
        if (!UndoFile.maybePending()) {
            return show(RestoreReport.nothing(), console);
        }
        try (HostLock lock = lock(console)) {
            if (lock.isHandedOver()) {
                console.err().println("lock handed over by the parent process");
            }
            return show(Provisioner.ofThisHost().restore(), console);
        } catch (IOException e) {
            throw new BenchException(e.getMessage(), e);
        }
    }

    private HostLock lock(Console console) throws IOException {
        return waits
                ? HostLock.await(HostLock.Use.CHANGE, PURPOSE, console.err()::println, () -> false)
                : HostLock.acquire(HostLock.Use.CHANGE, PURPOSE);
    }

    private int show(RestoreReport report, Console console) {
        if (format == Format.JSON) {
            console.out().print(json(report));
        } else if (report.entries().isEmpty()) {
            console.out().println("nothing to restore");
        } else {
            report.lines().forEach(console.out()::println);
        }
        return report.isComplete() ? 0 : 1;
    }

    private record Document(int schemaVersion, boolean complete, List<String> entries) {}

    private static String json(RestoreReport report) {
        return DocumentText.of(new Document(1, report.isComplete(), report.lines()));
    }
}
