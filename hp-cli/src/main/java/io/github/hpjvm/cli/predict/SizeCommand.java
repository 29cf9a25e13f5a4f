package io.github.hpjvm.cli.predict;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.json.SizesJson;
import io.github.hpjvm.advisor.plan.JudgedTenant;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.MappedTenants;
import io.github.hpjvm.advisor.read.ProcessTree;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.source.JavaCommandLine;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.source.MannerOptions;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.cli.text.SizeText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli size}: computes the sizes of hugetlb pools. */
@Command(
        name = "size",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "hp-cli size PID... [--headroom P] [--rolling]",
            "                   [--format text|json]",
            "       hp-cli size --tree PID... [--headroom P] [--rolling]",
            "       hp-cli size --all [--snapshot FILE] [--headroom P]",
            "                   [--rolling]",
            "       hp-cli size [--headroom P] [--jdk VERSION[/VENDOR]]",
            "                   -- JAVA ARGS..."
        },
        description = {
            "Compute how many pages each hugetlb pool needs for these JVMs without starving other processes, and"
                    + " whether the host can provide them now, only at boot, or not at all.",
            "",
            "Changes nothing and runs no command line. A process that is not a JVM, such as PostgreSQL, counts with the"
                    + " shared memory that it and its child processes map. Shared memory counts once."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli size 4242",
            "  hp-cli size 4242 4243 --headroom 5 --rolling",
            "  hp-cli size --tree 812",
            "  hp-cli size --all --headroom 5",
            "  hp-cli size -- java -Xmx4g -XX:+UseLargePages -jar app.jar"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            "2:invalid usage; also: java not found",
            "3:findings: the host has too little memory for the pool, NUMA nodes lack pages for a JVM that is bound to"
                    + " them, or a JVM on the pool leads to a finding",
            "4:insufficient data: the need of a process is unknown",
            ExitCodes.PIPE
        })
public final class SizeCommand implements Callable<Integer> {
    private static final int MOST_HEADROOM = 1000;

    @Option(names = "--pid", arity = "1..*", paramLabel = "N", description = "Processes to restart with huge pages.")
    private List<Long> pids = new ArrayList<>();

    @Option(
            names = "--tree",
            arity = "1..*",
            paramLabel = "N",
            description = "Processes with all their descendants, JVMs and others. JVMs that request no pages of a pool"
                    + " are not counted.")
    private List<Long> trees = new ArrayList<>();

    @Option(
            names = "--all",
            description =
                    "All JVMs of this host, or of the snapshot, that request pages of a pool: what the next restart"
                            + " of all of them needs.")
    private boolean all;

    @Option(names = "--headroom", paramLabel = "P", description = "Percentage to add to the need. Default: 0.")
    private int headroom;

    @Option(names = "--rolling", description = "New processes start while the old ones still run.")
    private boolean rolling;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "Compute for the host and the JVMs of a snapshot.")
    private Path snapshot;

    @Option(
            names = "--jdk",
            paramLabel = "VERSION[/VENDOR]",
            description = "Compute for this release, without starting JAVA.")
    private String jdk;

    @Mixin
    private MannerOptions manner = new MannerOptions();

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Parameters(
            paramLabel = "PID... | JAVA ARGS...",
            hideParamSyntax = true,
            arity = "0..*",
            parameterConsumer = Operands.class,
            description = "Process IDs, or the command line of a JVM after --.")
    private List<String> operands = new ArrayList<>();

    /** The words from the first that is no process ID. */
    private List<String> command;

    /** Whether there are JVMs that this user may not read. */
    private boolean hidden;

    /** The JDK of a command line; null for processes. */
    private VmIdentity jdkOfCommand;

    @Override
    public Integer call() {
        List<String> ids = operands.stream().takeWhile(Operands::isProcessId).toList();
        ids.forEach(id -> pids.add(Pid.parse(id)));
        command = operands.subList(ids.size(), operands.size());
        if (!command.isEmpty() && command.get(0).isEmpty()) {
            throw Pid.none("");
        }
        check();
        PoolSizes sizes = command.isEmpty() ? ofProcesses() : ofCommandLine();
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? SizesJson.write(sizes)
                                : SizeText.write(sizes, Optional.ofNullable(jdkOfCommand), console.outColour()));
        if (sizes.isRefused()) {
            return ExitCodes.FOUND;
        }
        return sizes.isComplete() && !hidden ? ExitCodes.OK : ExitCodes.INSUFFICIENT;
    }

    private void check() {
        boolean processes = !pids.isEmpty() || !trees.isEmpty() || all;
        if (!processes && command.isEmpty()) {
            throw new UsageException("give process IDs, --all, or a command line after --");
        }
        if (all && !(pids.isEmpty() && trees.isEmpty())) {
            throw new UsageException("give either --all or process IDs");
        }
        if (processes && !command.isEmpty()) {
            throw new UsageException("process IDs and the command line '" + command.get(0)
                    + " ...' do not combine: add the pages of both answers");
        }
        int second = command.indexOf("--");
        if (second > 0 && second + 1 < command.size() && command.get(second + 1).matches("(.*/)?java")) {
            throw new UsageException("one command line at a time: add the pages of both answers");
        }
        if (processes && jdk != null) {
            throw new UsageException("--jdk applies to a command line: give one after --, or omit --jdk");
        }
        if (!trees.isEmpty() && snapshot != null) {
            throw new UsageException("a snapshot has no process tree: give the JVMs with --pid");
        }
        pids.forEach(Pid::requireValid);
        trees.forEach(Pid::requireValid);
        if (headroom < 0 || headroom > MOST_HEADROOM) {
            throw new UsageException("--headroom expects 0 to " + MOST_HEADROOM + " percent, got " + headroom);
        }
    }

    private PoolSizes ofCommandLine() {
        boolean elsewhere = snapshot != null;
        Host host = elsewhere ? SnapshotFile.read(snapshot).host() : HostFacts.read(Roots.host());
        JavaCommand java = JavaCommandLine.of(jdk, command, elsewhere);
        jdkOfCommand = java.vm();
        Tenant tenant = java.refusal()
                .map(refusal -> Tenant.unknown("the JVM of this command line", "it refuses to start: " + refusal))
                .orElseGet(() -> JudgedTenant.of(elsewhere ? java.launchOn(host) : java.launchHere(host), host));
        return PoolSizes.of(List.of(tenant), headroom, rolling, host);
    }

    private PoolSizes ofProcesses() {
        if (all) {
            return ofAll();
        }
        if (snapshot != null) {
            Facts facts = SnapshotFile.read(snapshot);
            List<Tenant> tenants = pids.stream()
                    .distinct()
                    .map(pid ->
                            facts.jvm(pid).orElseThrow(() -> new UsageException("no JVM " + pid + " in the snapshot")))
                    .map(jvm -> JudgedTenant.of(jvm, facts.host()))
                    .toList();
            return PoolSizes.of(tenants, headroom, rolling, facts.host());
        }
        pids.forEach(pid -> Pid.requireProcess(pid, "hp-cli size"));
        trees.forEach(pid -> Pid.requireProcess(pid, "hp-cli size --tree"));
        ProcessTree tree = ProcessTree.read(Roots.host().proc());
        Set<Long> named = new LinkedHashSet<>(pids);
        named.addAll(trees);
        Set<Long> each = new LinkedHashSet<>(pids);
        trees.forEach(root -> each.addAll(tree.under(root)));
        if (!named.contains(ThisProcess.pid())) {
            each.remove(ThisProcess.pid());
        }
        Facts facts = LiveFacts.takeForAdvice(Roots.host(), List.copyOf(each), manner.manner());
        List<Jvm> wanted =
                facts.jvms().stream().filter(jvm -> named.contains(jvm.pid())).toList();
        Pid.requirePresent(facts.withJvms(wanted));
        if (format == Format.TEXT) {
            wanted.stream().filter(Unexamined::isDenied).forEach(jvm -> Unexamined.reject(jvm, "hp-cli size"));
        }
        wanted.forEach(jvm -> nameOthers(jvm, each));
        return PoolSizes.of(tenants(facts, tree), headroom, rolling, facts.host());
    }

    /** Names the JVMs that a variable of the service of a JVM reaches as well, if they are not counted. */
    private static void nameOthers(Jvm jvm, Set<Long> counted) {
        List<String> others = LocalJvms.besides(jvm).stream()
                .filter(other -> !counted.contains(other))
                .map(String::valueOf)
                .toList();
        if (!others.isEmpty()) {
            Consoles.standard()
                    .err()
                    .println("hp-cli size: a variable of the service of process " + jvm.pid() + " also reaches "
                            + String.join(", ", others) + "; with them: hp-cli size " + jvm.pid() + " "
                            + String.join(" ", others));
        }
    }

    /** The JVMs of the host or of the snapshot, with the arguments that they have. */
    private PoolSizes ofAll() {
        Facts facts = snapshot != null ? SnapshotFile.read(snapshot) : takeAll(Roots.host());
        // A JVM that ends between the search and its reading needs no pages.
        List<Tenant> tenants = facts.withoutEnded().jvms().stream()
                .filter(jvm ->
                        jvm.identity().known().filter(vm -> !vm.isHotSpot()).isEmpty())
                .map(jvm -> JudgedTenant.asStarted(jvm, facts.host()))
                .toList();
        return PoolSizes.of(tenants, headroom, rolling, facts.host());
    }

    private Facts takeAll(Roots roots) {
        List<Long> found =
                LocalJvms.others(Jvms.discover(roots)).stream().map(Jvm::pid).toList();
        hidden = LocalJvms.warnOfDenied(roots, Consoles.standard(), "size --all");
        return LiveFacts.takeForAdvice(roots, found, manner.manner());
    }

    /** The JVMs, and the other programs with their child processes. */
    private List<Tenant> tenants(Facts facts, ProcessTree tree) {
        Set<Long> jvms = new HashSet<>();
        List<Tenant> tenants = new ArrayList<>();
        for (Jvm jvm : facts.jvms()) {
            if (jvm.identity().known().filter(VmIdentity::isHotSpot).isPresent()) {
                jvms.add(jvm.pid());
                tenants.add(
                        pids.contains(jvm.pid())
                                ? JudgedTenant.of(jvm, facts.host())
                                : JudgedTenant.asStarted(jvm, facts.host()));
            }
        }
        MappedTenants mapped = new MappedTenants(
                facts.host().defaultHugePageSize(), manner.manner().exact());
        for (long pid : pids.stream().distinct().toList()) {
            if (!jvms.contains(pid)) {
                Tenant tenant = mapped.read(Roots.host(), tree.under(pid));
                if (!tenant.isKnown() && format == Format.TEXT) {
                    facts.jvm(pid).ifPresent(jvm -> Unexamined.reject(jvm, "hp-cli size"));
                }
                tenants.add(tenant);
            }
        }
        for (long root : trees.stream().distinct().toList()) {
            List<Long> others =
                    tree.under(root).stream().filter(pid -> !jvms.contains(pid)).toList();
            if (!others.isEmpty()) {
                mapped.find(Roots.host(), root, others).ifPresent(tenants::add);
            }
        }
        return tenants.isEmpty()
                ? List.of(Tenant.unknown("processes " + trees, "none is a known JVM, and none maps pages of a pool"))
                : tenants;
    }
}
