package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.run.OwnProcess;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.HostText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli snapshot}: the facts of this host and its JVMs as one document. */
@Command(
        name = "snapshot",
        description = {
            "Write what can be seen of this host and its JVMs as one JSON document, to be advised on elsewhere.",
            "",
            "Of a command line, the options of the JVM and the main class are kept, and of the arguments of the program",
            "the number. The values of system properties and of agents are masked. Of the environment, only the",
            "variables that a JVM reads its options from are kept."
        },
        sortOptions = false)
final class SnapshotCommand implements Callable<Integer> {
    @Option(names = "--pid", paramLabel = "N", description = "A JVM to look at; may be repeated. Default: all of them.")
    private List<Long> pids = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write it. Default: stdout.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "What stdout shows: the document, or what is in it, for people. Default: json, and nothing"
                    + " with -o. The file of -o is always the document.")
    private Format format;

    @Option(names = "--no-attach", description = "Do not ask the JVMs themselves; less is seen then.")
    private boolean noAttach;

    @Option(
            names = "--full-command-line",
            description = "Keep the arguments of the program as well. They may hold credentials"
                    + " that no pattern finds: look before you share the output.")
    private boolean fullCommandLine;

    @Override
    public Integer call() {
        Roots roots = Roots.host();
        List<Long> wanted = pids.isEmpty()
                ? Jvms.discover(roots).stream()
                        .map(Jvm::pid)
                        .filter(pid -> pid != OwnProcess.pid())
                        .toList()
                : pids;
        Facts taken = LiveFacts.take(roots, wanted, !noAttach);
        Facts facts = fullCommandLine ? CommandLines.full(roots, taken) : taken;
        Console console = Consoles.standard();
        if (format == Format.TEXT) {
            console.out().print(HostText.write(facts.host(), Optional.empty(), console.outColour()));
            console.out().println();
            JvmsCommand.table(facts.jvms()).forEach(console.out()::println);
        } else if (out == null) {
            console.out().print(FactsJson.write(facts));
        }
        if (out != null) {
            SnapshotFile.write(out, facts);
            console.err()
                    .println(
                            "written " + out + ": this host and " + facts.jvms().size() + " JVMs");
        }
        return 0;
    }
}
