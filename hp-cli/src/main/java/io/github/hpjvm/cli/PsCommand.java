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

/** {@code hp-cli ps}: every process on huge pages. */
@Command(
        name = "ps",
        description = {
            "List every process that has huge pages: transparent ones, of hugetlb pools, or under its code.",
            "Also what of them nobody has.",
            "",
            "Only reads. Reading takes some 10 ms for each GiB that a process has in base pages, and no more than",
            "five seconds for all. Processes of other users are seen by root only. Those that were not seen, or",
            "skipped because they would have taken too long, are counted."
        },
        sortOptions = false)
final class PsCommand implements Callable<Integer> {
    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Fact<HugePageUsers> fact = HugeProcesses.scan(Roots.host());
        Console console = Consoles.standard();
        HugePageUsers users = fact.known().orElse(null);
        if (users == null) {
            console.err().println("hp-cli ps: processes cannot be listed: " + fact.source());
            return HostCommand.NOT_ENOUGH_SEEN;
        }
        console.out()
                .print(
                        format == Format.JSON
                                ? FactsJson.write("users", users)
                                : PsText.write(users, console.outColour()));
        return 0;
    }
}
