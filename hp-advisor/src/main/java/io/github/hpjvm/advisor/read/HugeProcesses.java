package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.HugePageUsers.PoolUse;
import io.github.hpjvm.advisor.facts.HugePageUsers.ThpUse;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugeProcess;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.OwnRights;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.host.UserNames;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.advisor.read.memory.HugetlbSum;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.ProcessThp;
import io.github.hpjvm.advisor.read.memory.SmapsRollup;
import io.github.hpjvm.advisor.read.memory.SmapsStall;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.text.Words;
import io.github.hpjvm.os.time.Patience;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Finds every process that has huge pages of any kind. */
public final class HugeProcesses {

    /** PID_MAX_LIMIT of {@code include/linux/threads.h}, and some names that are no processes. */
    private static final int MOST = (1 << 22) + 1000;

    private static final Bytes CMDLINE_LIMIT = Bytes.ofMiB(3);

    private static final Bytes PAGE_OF_LAST_RESORT = Bytes.ofKiB(4);

    /** Time limit for all processes together. */
    static final Duration BUDGET = Duration.ofSeconds(5);

    /** Cost of the sums of smaps for each GiB that is resident, if it is in base pages. */
    private static final long MILLIS_PER_GIB = 10;

    private final Roots roots;
    private final Duration budget;
    private final long begun = System.nanoTime();
    private final UserNames users;
    private final ProcessThp reader;
    private Optional<Optional<NativeCalls>> calls = Optional.empty();
    private final boolean anyThp;
    private final boolean anyPool;
    private final HugetlbSum hugetlb = new HugetlbSum();
    private final List<HugeProcess> found = new ArrayList<>();
    private long looked;
    private long notSeen;
    private long skipped;
    private boolean denied;

    private HugeProcesses(Roots roots, Fact<Memory> memory, Duration budget, boolean exact) {
        this.roots = roots;
        Bytes page = KernelFiles.readBasePage(roots.proc()).known().orElse(PAGE_OF_LAST_RESORT);
        this.reader = new ProcessThp(roots.proc(), exact, page, this::calls);
        this.budget = budget;
        this.users = UserNames.read(roots.root());
        boolean thp = Files.isDirectory(ThpFiles.folder(roots.sys()));
        this.anyThp = memory.known()
                .filter(m -> m.size("AnonHugePages").isPresent())
                .map(m -> !m.mappedThp().isZero())
                .orElse(thp);
        this.anyPool = HugePools.read(roots.sys())
                .known()
                .map(pools -> !pools.isEmpty())
                .orElse(false);
    }

    /**
     * Reads all processes. It reads the status of each, and the sums of its mappings only if there can be huge pages. A
     * large process is scanned instead, so that it is not stalled. A process that ends meanwhile is left out. A process
     * that may not be read is counted, and so is one that cannot be read without a stall, or that does not fit into
     * five seconds for all of them together. Absent if processes cannot be listed.
     */
    public static Fact<HugePageUsers> scan(Roots roots) {
        return scan(roots, false);
    }

    /**
     * Reads all processes, also those that it stalls: for some ten milliseconds for each GiB of base pages.
     *
     * @param exact whether it may stall a process
     */
    public static Fact<HugePageUsers> scan(Roots roots, boolean exact) {
        return scan(roots, Patience.with(BUDGET), exact);
    }

    static Fact<HugePageUsers> scan(Roots roots, Duration budget, boolean exact) {
        Fact<Memory> before = VmFiles.memory(roots.proc());
        return Folder.names(roots.proc(), MOST).flatMap(names -> {
            HugeProcesses scan = new HugeProcesses(roots, before, budget, exact);
            names.stream()
                    .filter(name -> Words.isNumber(name, 10))
                    .mapToLong(Long::parseLong)
                    .sorted()
                    .forEach(scan::look);
            return Fact.known(scan.result(), Source.of(roots.proc(), scan.looked + " processes"));
        });
    }

    private void look(long pid) {
        Path proc = roots.proc();
        Optional<Long> started = ProcessStat.startTicks(proc, pid).known();
        Fact<ProcStatus> read = StatusFile.read(proc, pid);
        ProcStatus status = read.known().orElse(null);
        if (read instanceof Fact.Absent<ProcStatus> absent && absent.reason() == Reason.DENIED) {
            deny();
            return;
        }
        if (status == null || status.isZombie() || status.rss().isEmpty()) {
            return;
        }
        looked++;
        boolean pool = status.hugetlb().map(bytes -> !bytes.isZero()).orElse(anyPool);
        if (!pool && !anyThp) {
            return;
        }
        if (!fits(status)) {
            skipped++;
            return;
        }
        Fact<ProcessThp.Seen> seen = reader.read(pid, SmapsStall.Resident.of(status), pool);
        if (seen instanceof Fact.Absent<ProcessThp.Seen> absent) {
            boolean vanished = absent.reason() == Reason.VANISHED;
            boolean stalls = absent.reason() == Reason.SKIPPED;
            looked -= vanished ? 1 : 0;
            skipped += stalls ? 1 : 0;
            notSeen += vanished || stalls ? 0 : 1;
            denied |= absent.reason() == Reason.DENIED;
            return;
        }
        if (ProcessStat.startTicks(proc, pid).known().equals(started)) {
            add(
                    pid,
                    status,
                    seen.known().orElseThrow().thp(),
                    seen.known().orElseThrow().vmas());
        }
    }

    /** Counts a process whose files may not be read at all: the mount option hidepid=1 of proc, or another user's sandbox. */
    private void deny() {
        looked++;
        boolean mayHaveSome = anyPool || anyThp;
        notSeen += mayHaveSome ? 1 : 0;
        denied |= mayHaveSome;
    }

    /** Returns the calls for scans, which are found when they are first needed. */
    private Optional<NativeCalls> calls() {
        if (calls.isEmpty()) {
            calls = Optional.of(NativeAccess.findForOnce().known());
        }
        return calls.get();
    }

    /** Returns whether there is time left for its mappings. The estimate uses its resident memory. */
    private boolean fits(ProcStatus status) {
        long predicted =
                status.rss().orElse(Bytes.ZERO).value() / Bytes.ofGiB(1).value() * MILLIS_PER_GIB;
        long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        return spent + predicted < budget.toMillis();
    }

    private void add(long pid, ProcStatus status, SmapsRollup.Thp thp, List<Vma> vmas) {
        List<HugetlbUse> uses = hugetlb.add(pid, vmas);
        if (uses.isEmpty()
                && thp.anon().isZero()
                && thp.shmem().isZero()
                && thp.file().isZero()) {
            return;
        }
        String commandLine = commandLine(pid);
        found.add(new HugeProcess(
                pid,
                status.name().orElse("?"),
                kind(pid, status.name().orElse(""), commandLine),
                status.uid().isPresent() ? users.of(status.uid().getAsLong()) : "?",
                Source.of("", commandLine).excerpt(),
                Cgroups.container(roots, pid),
                thp.anon(),
                thp.shmem(),
                thp.file(),
                uses));
    }

    /** Returns the command line with the number of the program's arguments instead of the arguments. */
    private String commandLine(long pid) {
        return TextFile.bytes(ProcessFile.path(roots.proc(), pid, "cmdline"), CMDLINE_LIMIT)
                .known()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8).split("\0"))
                .map(words -> CommandLines.text(List.of(words)))
                .orElse("");
    }

    private ProcessKind kind(long pid, String name, String commandLine) {
        ProcessKind kind = kind(name, commandLine);
        boolean jvm = kind == ProcessKind.OTHER
                && Maps.names(roots.proc(), pid, List.of("/libjvm.so")).known().orElse(false);
        return jvm ? ProcessKind.JVM : kind;
    }

    /** Returns the kind of program, by the name of the command and the name of its executable. */
    public static ProcessKind kind(String name, String commandLine) {
        int blank = commandLine.indexOf(' ');
        String program = blank < 0 ? commandLine : commandLine.substring(0, blank);
        String file = program.substring(program.lastIndexOf('/') + 1);
        for (String word : List.of(name, file)) {
            String title = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
            switch (title) {
                case "java" -> {
                    return ProcessKind.JVM;
                }
                case "postgres", "postmaster" -> {
                    return ProcessKind.POSTGRESQL;
                }
                case "mysqld", "mariadbd" -> {
                    return ProcessKind.MYSQL;
                }
                case "redis-server", "valkey-server" -> {
                    return ProcessKind.REDIS;
                }
                case "kvm" -> {
                    return ProcessKind.QEMU;
                }
                default -> {
                    if (title.startsWith("qemu-system-") || title.equals("qemu-kvm")) {
                        return ProcessKind.QEMU;
                    }
                }
            }
        }
        return ProcessKind.OTHER;
    }

    private HugePageUsers result() {
        found.sort(Comparator.comparing(HugeProcess::total).reversed().thenComparing(HugeProcess::pid));
        Fact<Memory> memory = VmFiles.memory(roots.proc());
        return new HugePageUsers(
                found,
                looked,
                notSeen,
                skipped,
                denied ? grant() : "",
                use(memory, "AnonHugePages", "AnonHugePages", HugeProcess::anonThp),
                use(memory, "ShmemHugePages", "ShmemPmdMapped", HugeProcess::shmemThp),
                use(memory, "FileHugePages", "FilePmdMapped", HugeProcess::fileThp),
                HugePools.read(roots.sys())
                        .map(pools -> pools.stream().map(this::use).toList()));
    }

    private String grant() {
        OwnRights own = OwnRights.here();
        return own.root() ? own.toReadProcess("their users") : "run as root to see the others";
    }

    /** Returns the use of a pool. All processes together have at most the touched pages. */
    private PoolUse use(HugePool pool) {
        HugetlbSum.Bounds seen = hugetlb.bounds(pool.pageSize());
        Bytes inUse = pool.pageSize().times(Math.max(0, pool.total() - pool.free()));
        return new PoolUse(pool, seen.min(), seen.max().min(inUse).max(seen.min()));
    }

    private Fact<ThpUse> use(
            Fact<Memory> memory, String allocated, String mapped, Function<HugeProcess, Bytes> ofProcess) {
        Bytes seen = found.stream().map(ofProcess).reduce(Bytes.ZERO, Bytes::plus);
        return memory.flatMap(m -> {
            Source source = Source.of(
                    roots.proc().resolve("meminfo"),
                    mapped + ": " + m.size(mapped).map(Bytes::toString).orElse("none"));
            return m.size(mapped)
                    .map(bytes -> Fact.known(
                            new ThpUse(allocated.equals(mapped) ? Optional.empty() : m.size(allocated), bytes, seen),
                            source))
                    .orElseGet(() -> Fact.absent(Reason.NOT_SUPPORTED, source));
        });
    }
}
