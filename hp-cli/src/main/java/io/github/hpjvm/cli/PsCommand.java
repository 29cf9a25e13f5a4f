package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HugeProcesses;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.PsText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli ps}: lists the processes that use huge pages. */
@Command(
        name = "ps",
        description = {
            "List every process that uses huge pages: THP, hugetlb pools, or huge pages behind its code. Also show the"
                    + " huge pages that no process accounts for.",
            "",
            "Read-only. Reading takes about 10 ms for each GiB of base pages of a process, and at most 5 s in total."
                    + " Only root sees processes of other users. Processes that were not readable, or skipped for lack"
                    + " of time, are counted."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.HOST_UNKNOWN, ExitCodes.PIPE})
final class PsCommand implements Callable<Integer> {
    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Fact<HugePageUsers> fact = HugeProcesses.scan(Roots.host());
        Console console = Consoles.standard();
        HugePageUsers users = fact.known().orElse(null);
        if (users == null) {
            console.err().println("hp-cli ps: cannot list processes: " + fact.source());
            return ExitCodes.INSUFFICIENT;
        }
        console.out()
                .print(
                        format == Format.JSON
                                ? FactsJson.write("users", users)
                                : PsText.write(users, console.outColour()));
        return ExitCodes.OK;
    }
}
