package io.github.hpjvm.cli.host;

import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.OshiNames;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.HostText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli host}: shows the huge-page state of this host. */
@Command(
        name = "host",
        description = {
            "Show the huge-page state of this host: THP modes, pools, memory, limits.",
            "",
            "Read-only; needs no privilege. In a container it shows the values of the host and the limits of the"
                    + " container."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.HOST_UNKNOWN, ExitCodes.PIPE})
public final class HostCommand implements Callable<Integer> {
    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
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
        return nothing ? ExitCodes.INSUFFICIENT : ExitCodes.OK;
    }

    /** Names by OSHI, which is slow: only if the kernel has no name of the processor. */
    private static Optional<MachineNames> names(Host host) {
        boolean named = host.cpu()
                .known()
                .flatMap(Cpu::model)
                .map(model -> !model.startsWith("implementer"))
                .orElse(false);
        return named ? Optional.empty() : OshiNames.read().known();
    }
}
