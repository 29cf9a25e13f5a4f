package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
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
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.ProcessSysfs;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import io.github.hpjvm.advisor.read.table.TableReader;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Identity;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.advisor.read.vm.LogArguments;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.ReducedCommand;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads one process, as far as permitted, and combines its facts. */
public final class JvmReader {

    /** Limit for the tables. They take 3 to 50 ms, and more only if the process or the host does not get to run. */
    private static final long TABLES_MILLIS = 2000;

    /** Age limit in clock ticks: a younger JVM may not have installed its handler for SIGQUIT yet. */
    private static final long YOUNG_TICKS = 500;

    private static final String ATTACH = "add --attach, so that hp-cli asks the JVM, as jcmd does";

    private final Roots roots;
    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Path process;
    private final Kept kept;

    public JvmReader(Roots roots, long pid, Reach reach) {
        this(roots, pid, reach, Kept.nothing());
    }

    /** Creates a reader that uses what is kept of earlier readings. */
    JvmReader(Roots roots, long pid, Reach reach, Kept kept) {
        this.kept = kept;
        this.roots = roots;
        this.procRoot = roots.proc();
        this.pid = pid;
        this.reach = reach;
        this.process = procRoot.resolve(Long.toString(pid));
    }

    public Jvm read() {
        Fact<Long> start = ProcessStat.startTicks(procRoot, pid);
        long startTicks = start.known().orElse(0L);
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
        Fact<List<Vma>> maps = reach.memory() ? Maps.read(procRoot, pid) : Maps.files(procRoot, pid);
        Fact<VmKind> kind = VmSignature.of(procRoot, pid, nsPid, maps);
        JvmArguments told = new JvmArguments(procRoot, pid);
        VmKind vm = kind.known().orElse(VmKind.HOTSPOT);
        if (vm == VmKind.NOT_JAVA || vm == VmKind.NATIVE_IMAGE || vm == VmKind.OPENJ9) {
            return other(startTicks, status, kind, told);
        }
        JvmMemory memory = new JvmMemory(procRoot, state, pid, reach, maps);
        Optional<Meanwhile<Fact<Cgroup>>> cgroup = reach.memory()
                ? Optional.of(Meanwhile.begin("reads control groups", () -> Cgroups.read(roots, pid)))
                : Optional.empty();
        long uid = state.uid().orElse(-1);
        List<String> temp = told.temp(Optional.empty());
        Fact<PerfData> counters = counters(maps, temp, nsPid, uid);
        Fact<VmTables> tables = vm == VmKind.OTHER
                ? Fact.absent(Reason.NOT_SUPPORTED, Source.of(kind.source().path(), "it is not a HotSpot JVM"))
                : tables(startTicks, maps, counters);
        VmIdentity first = counters.known()
                .map(Identity::of)
                .or(() -> releaseFile(maps))
                .orElse(VmIdentity.of(vm))
                .or(tables.known()
                        .flatMap(VmTables::release)
                        .map(Identity::ofVm)
                        .orElse(VmIdentity.of(vm)));
        Optional<Integer> feature = first.release().map(JavaVersion::feature);
        Fact<Arguments> withoutAsking = told.arguments(feature, counters, tables);
        Fact<Attach> attach = attach(
                tables,
                () -> new Target(
                        roots,
                        pid,
                        startTicks,
                        state,
                        kind.known().orElse(VmKind.OTHER),
                        feature,
                        temp,
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
        memory.begin();
        Fact<Map<String, VmFlag>> flags =
                tables.known().isPresent() ? tables.flatMap(VmTables::flags) : attach.flatMap(JvmReader::flags);
        VmIdentity identity = identity(first, vm, flags, arguments, attach);
        Fact<VmIdentity> identityFact =
                kind.known().isEmpty() && counters.known().isEmpty()
                        ? kind.map(VmIdentity::of)
                        : Fact.known(identity, counters.known().isPresent() ? counters.source() : kind.source());
        JvmMemory.Seen seen = memory.seen(identity, flags, tables, attach);
        Fact<ReducedCommand> command = told.commandLine(identity.release().map(JavaVersion::feature));
        Jvm jvm = new Jvm(
                pid,
                startTicks,
                user(),
                command.map(ReducedCommand::words),
                command.known().map(ReducedCommand::programArguments),
                told.environment(),
                statusNow(status),
                groups,
                ProcessSysfs.read(roots, pid),
                identityFact,
                arguments,
                flags,
                seen.regions(),
                seen.hugetlb(),
                Optional.empty());
        return ProcessStat.isStill(procRoot, pid, startTicks)
                ? jvm
                : nothing(startTicks, (Fact.Absent<?>) ProcessStat.vanished(procRoot, pid));
    }

    /** Reads the tables, if they are needed: without a look at memory, the counters have the same facts. */
    private Fact<VmTables> tables(long startTicks, Fact<List<Vma>> maps, Fact<PerfData> counters) {
        long millis = Math.min(TABLES_MILLIS, reach.contact().timeout().toMillis());
        Optional<List<Vma>> searched = reach.memory() ? maps.known() : Optional.empty();
        return millis > 0 && (reach.memory() || counters.known().isEmpty())
                ? kept.tables(
                        pid,
                        startTicks,
                        () -> TableReader.read(procRoot, pid, VmSignature.library(maps), searched, millis))
                : Fact.absent(Reason.SKIPPED, Source.of(process.resolve("mem"), reach.whyNoMemory()));
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
     * Returns the counters, only from a file that the JVM has mapped. A JVM that was killed leaves its file, and the
     * next process of that number would find it.
     */
    private Fact<PerfData> counters(Fact<List<Vma>> maps, List<String> temp, long nsPid, long uid) {
        Optional<String> folder = maps.known().flatMap(vmas -> VmSignature.countersFolder(vmas, nsPid));
        return folder.isPresent()
                ? PerfData.read(process.resolve("root"), temp, folder.get(), nsPid, uid)
                : Fact.absent(Reason.NOT_PRESENT, Source.of(maps.source().path(), "no counters are mapped"));
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
        return all && !isYoung(startTicks) ? Optional.of(true) : Optional.empty();
    }

    private boolean isYoung(long startTicks) {
        return TextFile.read(procRoot.resolve("uptime"))
                .known()
                .map(text -> text.split("\\.")[0])
                .map(seconds -> {
                    try {
                        return Long.parseLong(seconds) * 100 - startTicks < YOUNG_TICKS;
                    } catch (NumberFormatException e) {
                        return true;
                    }
                })
                .orElse(true);
    }

    /** Returns the file {@code release} in one of the folders above libjvm.so. */
    private Optional<VmIdentity> releaseFile(Fact<List<Vma>> maps) {
        List<String> names = maps.known()
                .flatMap(VmSignature::libjvm)
                .map(v -> TargetFiles.names(VmSignature.path(v)))
                .orElse(List.of());
        TargetFiles files = new TargetFiles(process.resolve("root"));
        for (int up = names.size() - 2; up > Math.max(0, names.size() - 7); up--) {
            List<String> file = new ArrayList<>(names.subList(0, up));
            file.add("release");
            Optional<VmIdentity> identity = files.read(file, Optional.empty(), TextFile.LIMIT)
                    .known()
                    .map(bytes -> Identity.ofReleaseFile(new String(bytes, StandardCharsets.UTF_8)))
                    .filter(i -> i.release().isPresent());
            if (identity.isPresent()) {
                return identity;
            }
        }
        return Optional.empty();
    }

    private Jvm other(long startTicks, Fact<ProcStatus> status, Fact<VmKind> kind, JvmArguments told) {
        Fact.Absent<?> why =
                new Fact.Absent<>(Reason.NOT_SUPPORTED, Source.of(kind.source().path(), "it is not a HotSpot JVM"), "");
        Fact<ReducedCommand> command = told.commandLine(Optional.empty());
        return new Jvm(
                pid,
                startTicks,
                user(),
                command.map(ReducedCommand::words),
                command.known().map(ReducedCommand::programArguments),
                told.environment(),
                status,
                Cgroups.read(roots, pid),
                Optional.empty(),
                kind.map(VmIdentity::of),
                told.arguments(Optional.empty(), Fact.<PerfData>absent(why.reason(), why.source(), "")),
                Fact.absent(why.reason(), why.source()),
                JvmMemory.absent(why),
                Optional.empty(),
                Optional.empty());
    }

    private Jvm nothing(long startTicks, Fact.Absent<?> why) {
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
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                JvmMemory.absent(why),
                Optional.empty(),
                Optional.empty());
    }

    private String user() {
        try {
            return Files.getOwner(process).getName();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return "";
        }
    }
}
