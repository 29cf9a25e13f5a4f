package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.json.SizesJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.MappedTenant;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.SizeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli size}: how large the pools must be. */
@Command(
        name = "size",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "hp-cli size --pid N... [--headroom P] [--rolling] [--format text|json]",
            "       hp-cli size [--headroom P] [--jdk VERSION[/VENDOR]] -- JAVA ARGS..."
        },
        description = {
            "Say how many pages each hugetlb pool must have, so that these JVMs get all that they ask for and nobody else"
                    + " loses a page; and whether the host finds them now, only at boot, or not at all.",
            "",
            "It changes nothing, and runs no command line. A process that is no JVM, such as a PostgreSQL, counts by the"
                    + " shared memory that it has mapped."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli size --pid 4242",
            "  hp-cli size --pid 4242 4243 --headroom 5 --rolling",
            "  hp-cli size -- java -Xmx4g -XX:+UseLargePages -jar app.jar"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:said",
            "1:we or the host failed, in one line",
            "2:the command line cannot be; there is no such java",
            "3:refused: the host has not so much memory to give",
            "4:what one of them needs is not known"
        })
final class SizeCommand implements Callable<Integer> {
    static final int REFUSED = 3;
    static final int NOT_KNOWN = 4;
    private static final int MOST_HEADROOM = 1000;
    private static final Bytes USUAL = Bytes.ofMiB(2);

    @Option(names = "--pid", arity = "1..*", paramLabel = "N", description = "Processes that are to be restarted.")
    private List<Long> pids = new ArrayList<>();

    @Option(names = "--headroom", paramLabel = "P", description = "Percent of their need to be added. Default: 0.")
    private int headroom;

    @Option(names = "--rolling", description = "The new ones start while the old ones still run.")
    private boolean rolling;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "On the host of a snapshot, with its JVMs.")
    private Path snapshot;

    @Option(names = "--jdk", paramLabel = "VERSION[/VENDOR]", description = "For a JVM that is not here.")
    private String jdk;

    @Option(names = "--no-attach", description = "Do not ask the JVMs themselves; less is seen then.")
    private boolean noAttach;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Parameters(paramLabel = "JAVA ARGS...", arity = "0..*", description = "The command line, after two dashes.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        check();
        PoolSizes sizes = command.isEmpty() ? ofProcesses() : ofCommandLine();
        Console console = Consoles.standard();
        console.out()
                .print(format == Format.JSON ? SizesJson.write(sizes) : SizeText.write(sizes, console.outColour()));
        if (sizes.isRefused()) {
            return REFUSED;
        }
        return sizes.isComplete() ? 0 : NOT_KNOWN;
    }

    private void check() {
        if (pids.isEmpty() == command.isEmpty()) {
            throw new UsageException("give either --pid N... of what runs, or a command line after two dashes");
        }
        pids.stream().filter(pid -> pid <= 0).findFirst().ifPresent(pid -> {
            throw new UsageException("--pid: " + pid + " is no process");
        });
        if (headroom < 0 || headroom > MOST_HEADROOM) {
            throw new UsageException("--headroom: " + headroom + " is not 0 to " + MOST_HEADROOM + " percent");
        }
    }

    private PoolSizes ofCommandLine() {
        boolean elsewhere = snapshot != null;
        Host host = elsewhere ? SnapshotFile.read(snapshot).host() : HostFacts.read(Roots.host());
        JavaCommand java = ToldJava.of(jdk, command, elsewhere);
        Tenant tenant = java.refusal()
                .map(refusal -> Tenant.unknown("the JVM of this command line", "it would not start: " + refusal))
                .orElseGet(() -> JvmTenant.of(elsewhere ? java.launchOn(host) : java.launchHere(host), host));
        return PoolSizes.of(List.of(tenant), headroom, rolling, host);
    }

    private PoolSizes ofProcesses() {
        List<Long> each = pids.stream().distinct().toList();
        Facts facts =
                snapshot != null ? SnapshotFile.read(snapshot) : LiveFacts.takeForAdvice(Roots.host(), each, !noAttach);
        Bytes usual = facts.host()
                .memory()
                .known()
                .flatMap(memory -> memory.size("Hugepagesize"))
                .orElse(USUAL);
        List<Tenant> tenants = new ArrayList<>();
        for (long pid : each) {
            Jvm jvm = facts.jvm(pid).orElseThrow(() -> new UsageException("no JVM " + pid + " in the snapshot"));
            boolean hotSpot =
                    jvm.identity().known().filter(VmIdentity::isHotSpot).isPresent();
            tenants.add(
                    hotSpot || snapshot != null
                            ? JvmTenant.of(jvm, facts.host())
                            : MappedTenant.read(Roots.host(), pid, usual));
        }
        return PoolSizes.of(tenants, headroom, rolling, facts.host());
    }
}
