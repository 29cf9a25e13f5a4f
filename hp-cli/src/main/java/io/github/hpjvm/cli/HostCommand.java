package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.OshiNames;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.HostText;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli host}: what this host has of huge pages, and what it allows. */
@Command(
        name = "host",
        description = {
            "Show what this host has of huge pages and what it allows: policy, pools, memory, limits.",
            "",
            "Only reads, and needs no privilege; a container sees its host's values, and its own limits."
        },
        sortOptions = false)
final class HostCommand implements Callable<Integer> {
    static final int NOT_ENOUGH_SEEN = 4;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Host host = HostFacts.read(Roots.host());
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? FactsJson.write("host", host)
                                : HostText.write(host, names(host), console.outColour()));
        boolean nothing = host.thp().known().isEmpty()
                && host.pools().known().isEmpty()
                && host.memory().known().isEmpty();
        return nothing ? NOT_ENOUGH_SEEN : 0;
    }

    /** OSHI takes its time, and is asked only where the kernel has no name for the processor. */
    private static Optional<MachineNames> names(Host host) {
        boolean named = host.cpu()
                .known()
                .flatMap(Cpu::model)
                .map(model -> !model.startsWith("implementer"))
                .orElse(false);
        return named ? Optional.empty() : OshiNames.read().known();
    }
}
