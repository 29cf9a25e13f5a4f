package io.github.hpjvm.cli.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HugeProcesses;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.Options;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.text.PsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code hp-cli ps}: lists the processes that use huge pages. */
public final class PsCommand implements Callable<Integer> {
    private final OptionSpec format = Options.format();
    private final OptionSpec exact = Options.flag(Options.EXACT, Options.EXACT_HELP);

    /** The command with its options and its help. */
    public CommandSpec spec() {
        CommandSpec spec = Options.command(
                this,
                "ps",
                ExitCodes.SUCCESS,
                ExitCodes.ERROR,
                ExitCodes.USAGE,
                ExitCodes.HOST_UNKNOWN,
                ExitCodes.PIPE);
        spec.usageMessage()
                .description(
                        "List every process that uses huge pages: THP, hugetlb pools, or huge pages behind its code. Also"
                                + " show the huge pages that no process accounts for.",
                        "",
                        "Read-only. Reading takes about 10 ms for each GiB of base pages of a process, and at most 5 s in"
                                + " total. hp-cli holds the lock of the process for at most 1 ms of CPU time. Only root sees processes of other users. Processes that were not readable, or"
                                + " skipped for lack of time, are counted.");
        return spec.addOption(format).addOption(exact);
    }

    @Override
    public Integer call() {
        Roots roots = Roots.host();
        Fact<HugePageUsers> fact = HugeProcesses.scan(roots, exact.<Boolean>getValue());
        Console console = Consoles.standard();
        HugePageUsers users = fact.known().orElse(null);
        if (users == null) {
            console.err().println("hp-cli ps: cannot list processes: " + fact.source());
            return ExitCodes.INSUFFICIENT;
        }
        console.out()
                .print(
                        format.getValue() == Format.JSON
                                ? FactsJson.write("users", users)
                                : PsText.write(users, console.outColour()));
        LocalJvms.warnOfHidden(roots, console, "ps");
        return ExitCodes.OK;
    }
}
