package io.github.hpjvm.cli.snapshot;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.OutOption;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.source.MannerOptions;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.cli.text.HostText;
import io.github.hpjvm.cli.text.JvmsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli snapshot}: writes the facts of this host and its JVMs. */
@Command(
        name = "snapshot",
        description = {
            "Write the facts of this host and its JVMs as one JSON document, for hp-cli advise on another host.",
            "",
            "A command line keeps the options of the JVM, the main class and the number of program arguments. Values of"
                    + " system properties and of agent options are masked. Of the environment only the variables with"
                    + " JVM options are kept."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            ExitCodes.USAGE,
            "4:insufficient permission: this user may not read a process that was named, or any JVM of this host",
            ExitCodes.PIPE
        })
public final class SnapshotCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "PID", description = "JVMs to include. Default: all JVMs.")
    private List<Long> processes = new ArrayList<>();

    @Option(names = "--pid", paramLabel = "N", description = "A PID, given as an option; can be repeated.")
    private List<Long> pids = new ArrayList<>();

    @Option(names = "--all", description = "Include all JVMs, as without a PID.")
    private boolean all;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Output file, compressed by gzip if its name ends in .gz. Default, and with -: stdout.")
    private Path out;

    @Option(names = "--force", description = "Replace any existing file, not only an earlier snapshot.")
    private boolean force;

    @Option(
            names = "--compact",
            description = "Write only the facts that advice needs, on one line: at most 20 KB for each JVM after gzip.")
    private boolean compact;

    @Option(names = "--gzip", description = "Compress the file of -o by gzip, whatever its name.")
    private boolean gzip;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "Format of stdout. Default: json, or nothing with -o. The file of -o is always JSON.")
    private Format format;

    @Mixin
    private MannerOptions manner = new MannerOptions();

    @Option(
            names = "--full-command-line",
            description = "Keep the arguments of the program. They may contain credentials: check the output before"
                    + " you share it.")
    private boolean fullCommandLine;

    @Override
    public Integer call() {
        Roots roots = Roots.host();
        Console console = Consoles.standard();
        List<Long> wanted =
                Stream.concat(processes.stream(), pids.stream()).distinct().toList();
        wanted.forEach(pid -> Pid.requireProcess(pid, "hp-cli snapshot"));
        if (all && !wanted.isEmpty()) {
            throw new UsageException("give either --all or PIDs");
        }
        out = OutOption.file(out);
        if (gzip && out == null) {
            throw new UsageException("--gzip needs a file: add -o FILE, or pipe stdout through gzip");
        }
        if (out != null && !force) {
            SnapshotFile.requireReplaceable(out);
        }
        Facts taken;
        boolean hidden = false;
        if (wanted.isEmpty()) {
            List<Long> others = LocalJvms.others(Jvms.discover(roots)).stream()
                    .map(Jvm::pid)
                    .toList();
            taken = LiveFacts.take(roots, others, manner.manner().withCost()).withoutEnded();
            hidden = LocalJvms.warnOfDenied(roots, console, "snapshot");
        } else {
            taken = Pid.requirePresent(
                    LiveFacts.take(roots, wanted, manner.manner().withCost()));
            taken.jvms().stream()
                    .filter(Unexamined::isDenied)
                    .forEach(jvm -> Unexamined.reject(jvm, "hp-cli snapshot"));
        }
        Facts facts = fullCommandLine ? CommandLines.full(roots, taken) : taken;
        if (format == Format.TEXT) {
            console.out().print(HostText.write(facts.host(), Optional.empty(), console.outColour()));
            console.out().println();
            JvmsText.lines(facts.jvms(), Paragraph.columns()).forEach(console.out()::println);
        } else if (out == null || format == Format.JSON) {
            console.out().print(text(facts));
        }
        if (out != null) {
            SnapshotFile.write(out, text(facts), gzip || out.toString().endsWith(".gz"));
            int count = facts.jvms().size();
            console.err().println("wrote " + out + ": this host and " + count + (count == 1 ? " JVM" : " JVMs"));
        }
        return hidden && facts.jvms().isEmpty() ? ExitCodes.INSUFFICIENT : ExitCodes.OK;
    }

    private String text(Facts facts) {
        return compact ? FactsJson.writeCompact(facts) : FactsJson.write(facts);
    }
}
