package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.attach.Attach;
import io.github.hpjvm.advisor.read.attach.JvmCommands;
import io.github.hpjvm.advisor.read.attach.Target;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.ProcessSysfs;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Identity;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.read.vm.LogArguments;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.ReducedCommand;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.proc.ProcStat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads one process, as far as permitted, and combines its facts. */
public final class JvmReader {

    /** A younger JVM may not have installed its handler for SIGQUIT yet. */
    private static final Duration YOUNG = Duration.ofSeconds(5);

    /** The start of a process that has none, or that may not be seen. */
    static final ProcessStat.Start UNKNOWN = new ProcessStat.Start(0, "");

    private static final String ATTACH = "add --attach, so that hp-cli asks the JVM, as jcmd does";

    private final Roots roots;
    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Path process;
    private final KeptStarts kept;
    private final Supplier<Optional<NativeCalls>> calls;
    private final StartReader reader;

    public JvmReader(Roots roots, long pid, Reach reach) {
        this(roots, pid, reach, KeptStarts.nothing(), Optional::empty);
    }

    /**
     * Creates a reader that uses what is kept of earlier readings.
     *
     * @param calls the calls for scans of memory, once the JVM is known; empty if this machine has none
     */
    JvmReader(Roots roots, long pid, Reach reach, KeptStarts kept, Supplier<Optional<NativeCalls>> calls) {
        this.kept = kept;
        this.calls = calls;
        this.roots = roots;
        this.procRoot = roots.proc();
        this.pid = pid;
        this.reach = reach;
        this.process = procRoot.resolve(Long.toString(pid));
        this.reader = new StartReader(procRoot, pid, reach);
    }

    /** Reads once more if the process began to run another program meanwhile, as a start script does by execve. */
    public Jvm read() {
        return read(true);
    }

    private Jvm read(boolean mayReplace) {
        ProcessStat.Start running = ProcessStat.start(procRoot, pid).known().orElse(UNKNOWN);
        long startTicks = running.ticks();
        Fact<ProcStatus> status = StatusFile.read(procRoot, pid)
                .flatMap(s -> s.isZombie()
                        ? Fact.absent(Reason.VANISHED, Source.of(process.resolve("status"), "a zombie"))
                        : Fact.known(s, Source.of(process.resolve("status"))));
        if (status instanceof Fact.Absent<ProcStatus> why) {
            return nothing(startTicks, why);
        }
        ProcStatus state = status.known().orElseThrow();
        Optional<Long> owner = state.threadOf(pid);
        if (owner.isPresent()) {
            return nothing(
                    startTicks,
                    new Fact.Absent<>(
                            Reason.NOT_SUPPORTED,
                            Source.of(process.resolve("status"), pid + " is a thread of " + owner.get()),
                            "give the number of the process: " + owner.get()));
        }
        long nsPid = Target.nsPid(state, pid);
        Optional<StartFacts> known = kept.start(pid, running);
        Optional<NativeCalls> scans =
                known.isPresent() && !reach.exact() && !reach.eligibility() ? calls.get() : Optional.empty();
        // The mappings show what the process runs, and where its memory is. A scan reads them itself, at its time.
        Fact<List<Vma>> maps = known.isPresent() && (scans.isPresent() || !reach.memory())
                ? Fact.absent(Reason.SKIPPED, Source.of(process.resolve("maps"), "known from an earlier reading"))
                : reach.memory() ? Maps.read(procRoot, pid) : Maps.files(procRoot, pid);
        Fact<VmKind> kind = known.map(StartFacts::kind).orElseGet(() -> VmSignature.of(procRoot, pid, nsPid, maps));
        JvmArguments told = known.map(StartFacts::told).orElseGet(() -> new JvmArguments(procRoot, pid));
        VmKind vm = kind.known().orElse(VmKind.HOTSPOT);
        if (vm == VmKind.NOT_JAVA || vm == VmKind.NATIVE_IMAGE || vm == VmKind.OPENJ9) {
            return other(startTicks, status, kind, told);
        }
        ThreadStacks stacks = known.map(StartFacts::stacks).orElseGet(() -> new ThreadStacks(procRoot, pid));
        JvmMemory memory = scans.isPresent()
                ? new JvmMemory(procRoot, state, pid, reach, scans, stacks)
                : new JvmMemory(procRoot, state, pid, reach, maps, stacks);
        // A thread for each JVM costs a monitor more than it saves.
        Optional<Meanwhile<Fact<Cgroup>>> cgroup = reach.memory() && !kept.keeps()
                ? Optional.of(Meanwhile.begin("reads control groups", () -> Cgroups.read(roots, pid)))
                : Optional.empty();
        StartFacts start = known.orElseGet(() -> reader.read(kind, told, stacks, maps, state));
        Fact<PerfData> counters = start.counters();
        Fact<VmTables> tables = start.tables();
        VmIdentity first = start.identity();
        Optional<Integer> feature = first.release().map(JavaVersion::feature);
        Fact<Arguments> withoutAsking = start.arguments();
        Fact<Attach> attach = attach(
                tables,
                () -> new Target(
                        roots,
                        pid,
                        startTicks,
                        state,
                        kind.known().orElse(VmKind.OTHER),
                        feature,
                        start.temp(),
                        attachable(counters, withoutAsking, told.refusesAttach(feature), startTicks)));
        Fact<Arguments> arguments = withoutAsking;
        if (arguments.known().filter(Arguments::complete).isEmpty()) {
            Fact<String> said = attach.flatMap(a -> a.command("VM.command_line"));
            arguments = said.known().filter(LogArguments::isIn).isPresent()
                    ? said.flatMap(text -> told.arguments(feature, text))
                    : arguments;
        }
        // Usage of its groups first, its own pages later: pages that it touches in between are then not attributed to
        // another process. Attaching makes it touch some.
        Fact<Cgroup> groups = cgroup.map(Meanwhile::get).orElseGet(() -> Cgroups.read(roots, pid));
        if (!kept.keeps()) {
            memory.begin();
        }
        Fact<Map<String, VmFlag>> flags =
                tables.known().isPresent() ? tables.flatMap(VmTables::flags) : attach.flatMap(JvmReader::flags);
        VmIdentity identity = identity(first, vm, flags, arguments, attach);
        Fact<VmIdentity> identityFact =
                kind.known().isEmpty() && counters.known().isEmpty()
                        ? kind.map(VmIdentity::of)
                        : Fact.known(identity, counters.known().isPresent() ? counters.source() : kind.source());
        JvmMemory.Seen seen = known.map(StartFacts::regions)
                .filter(before -> !before.isEmpty()
                        && scans.isPresent()
                        && reach.memory()
                        && reach.cost().isEmpty())
                .flatMap(memory::again)
                .orElseGet(() -> memory.seen(identity, flags, tables, attach));
        List<Region> regions = start.advised(seen.regions());
        Fact<ReducedCommand> command = told.commandLine(identity.release().map(JavaVersion::feature));
        Jvm jvm = new Jvm(
                pid,
                startTicks,
                start.user(),
                command.map(ReducedCommand::words),
                command.known().map(ReducedCommand::programArguments),
                told.environment(),
                statusNow(status),
                groups,
                ProcessSysfs.read(roots, pid),
                identityFact,
                arguments,
                flags,
                regions,
                seen.hugetlb(),
                Optional.empty(),
                cpu(startTicks),
                start.malloc());
        Optional<ProcessStat.Start> now = ProcessStat.start(procRoot, pid).known();
        if (now.filter(running::equals).isEmpty()) {
            return mayReplace
                            && now.filter(still -> still.ticks() == startTicks).isPresent()
                    ? read(false)
                    : nothing(startTicks, (Fact.Absent<?>) ProcessStat.vanished(procRoot, pid));
        }
        if (kept.keeps() && known.isEmpty()) {
            kept.keep(
                    pid,
                    running,
                    start.withAdviceOf(regions, maps.known().map(List::size).orElse(0)),
                    age(startTicks));
        }
        return jvm;
    }

    private static Fact<Map<String, VmFlag>> flags(Attach attach) {
        Fact<String> text = attach.command("VM.flags -all");
        return TextFile.parsed(text, VmFlags::parse)
                .flatMap(f -> f.isEmpty()
                        ? Fact.absent(Reason.MALFORMED, Source.of(text.source().path(), "no flags"))
                        : Fact.known(f, Source.of(text.source().path())));
    }

    /**
     * Attaches if that is permitted: for what the tables do not have, or only where the kernel denies reading them. The
     * absent fact then says how to permit it.
     */
    private Fact<Attach> attach(Fact<VmTables> tables, Supplier<Target> target) {
        boolean hotSpot = !(tables instanceof Fact.Absent<VmTables> other && other.reason() == Reason.NOT_SUPPORTED);
        boolean denied = tables instanceof Fact.Absent<VmTables> absent && absent.reason() == Reason.DENIED;
        boolean permitted = hotSpot
                && !reach.contact().timeout().isZero()
                && switch (reach.contact().permission()) {
                    case NEVER -> false;
                    case WHERE_DENIED -> denied;
                    case ALLOWED -> true;
                };
        if (permitted) {
            return Attach.to(target.get(), reach.contact().timeout().toMillis(), kept.replies());
        }
        return tables instanceof Fact.Absent<VmTables> absent
                ? Fact.absent(absent.reason(), absent.source(), absent.grant().isEmpty() ? ATTACH : absent.grant())
                : Fact.absent(Reason.SKIPPED, Source.of("jcmd " + pid, "the JVM's tables do not have it"), ATTACH);
    }

    /** Reads the status once more, for its pages of pools; the first one if it has ended meanwhile. */
    private Fact<ProcStatus> statusNow(Fact<ProcStatus> first) {
        Fact<ProcStatus> now = StatusFile.read(procRoot, pid);
        return now.known().filter(state -> !state.isZombie()).isPresent() ? now : first;
    }

    private VmIdentity identity(
            VmIdentity first,
            VmKind vm,
            Fact<Map<String, VmFlag>> flags,
            Fact<Arguments> arguments,
            Fact<? extends JvmCommands> attach) {
        VmIdentity said = first.release().isPresent()
                ? first
                : attach.flatMap(a -> a.command("VM.version"))
                        .known()
                        .map(Identity::ofVersionCommand)
                        .orElse(first)
                        .or(first);
        Optional<JavaVersion> release = said.release();
        VmIdentity byFlags = flags.known().map(f -> Identity.of(f, release)).orElse(VmIdentity.of(vm));
        VmIdentity byArguments =
                arguments.known().map(a -> Identity.of(a, release)).orElse(VmIdentity.of(vm));
        VmIdentity base =
                new VmIdentity(vm, said.release(), said.version(), said.vendor(), Optional.empty(), Optional.empty());
        return base.or(byFlags).or(said).or(byArguments);
    }

    /**
     * Returns whether the JVM can be attached to; empty if that is not known, or not yet. If the facts of its start and
     * its own output differ, the refusal counts.
     *
     * @param startRefuses whether its command line, environment and the files they name refuse
     */
    private Optional<Boolean> attachable(
            Fact<PerfData> counters, Fact<Arguments> arguments, boolean startRefuses, long startTicks) {
        boolean refused = false;
        for (Argument argument : arguments.known().map(Arguments::list).orElse(List.of())) {
            refused = JvmArguments.refusesAttach(argument.text(), refused);
        }
        if (refused || startRefuses) {
            return Optional.of(false);
        }
        Optional<String> capabilities = counters.known().flatMap(d -> d.text("sun.rt.jvmCapabilities"));
        if (capabilities.filter(c -> !c.isEmpty()).isPresent()) {
            boolean started = counters.known().orElseThrow().longs().getOrDefault("sun.rt.vmInitDoneTime", 0L) > 0;
            boolean may = capabilities.get().startsWith("1");
            return may && !started ? Optional.empty() : Optional.of(may);
        }
        boolean all = arguments.known().filter(Arguments::complete).isPresent();
        return all && age(startTicks).compareTo(YOUNG) >= 0 ? Optional.of(true) : Optional.empty();
    }

    private Optional<CpuUse> cpu(long startTicks) {
        return ProcessStat.cpuTicks(procRoot, Long.toString(pid))
                .known()
                .map(ticks -> new CpuUse(
                        ticks * ProcStat.MILLIS_PER_TICK, age(startTicks).toMillis()));
    }

    /** Returns the time since the start of the process in whole seconds; zero if it is not known. */
    private Duration age(long startTicks) {
        return TextFile.read(procRoot.resolve("uptime"), uptime -> Choice.number(uptime.split("\\.")[0]))
                .known()
                .map(seconds -> Duration.ofSeconds(Math.max(0, seconds - startTicks / ProcStat.TICKS_PER_SECOND)))
                .orElse(Duration.ZERO);
    }

    private Jvm other(long startTicks, Fact<ProcStatus> status, Fact<VmKind> kind, JvmArguments told) {
        Fact.Absent<?> why =
                new Fact.Absent<>(Reason.NOT_SUPPORTED, Source.of(kind.source().path(), "it is not a HotSpot JVM"), "");
        Fact<ReducedCommand> command = told.commandLine(Optional.empty());
        return new Jvm(
                pid,
                startTicks,
                reader.user(),
                command.map(ReducedCommand::words),
                command.known().map(ReducedCommand::programArguments),
                told.environment(),
                status,
                Cgroups.read(roots, pid),
                Optional.empty(),
                kind.map(VmIdentity::of),
                told.arguments(Optional.empty(), Fact.<PerfData>absent(why.reason(), why.source(), "")),
                Fact.absent(why.reason(), why.source()),
                LocatedRegions.absent(why),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * A JVM whose reading threw an exception: all facts are absent for this reason, but it stays in lists.
     *
     * @param why what has failed
     */
    public static Jvm failed(Roots roots, long pid, RuntimeException why) {
        Source source = Source.of(roots.proc().resolve(Long.toString(pid)), "hp-jvm failed to read it: " + why);
        return nothing(
                pid,
                UNKNOWN.ticks(),
                new Fact.Absent<>(Reason.MALFORMED, source, ""),
                Fact.known(VmIdentity.of(VmKind.OTHER), source));
    }

    private Jvm nothing(long startTicks, Fact.Absent<?> why) {
        return nothing(pid, startTicks, why, Fact.absent(why.reason(), why.source(), why.grant()));
    }

    private static Jvm nothing(long pid, long startTicks, Fact.Absent<?> why, Fact<VmIdentity> identity) {
        return new Jvm(
                pid,
                startTicks,
                "",
                Fact.absent(why.reason(), why.source(), why.grant()),
                Optional.empty(),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Optional.empty(),
                identity,
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                LocatedRegions.absent(why),
                Optional.empty(),
                Optional.empty());
    }
}
