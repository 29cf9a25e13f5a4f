package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.proc.ProcStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The processes that one command has started, directly or not. They are identified by a variable in their environment,
 * which children inherit, and by their parents, where a process clears the environment. A process is identified by its
 * number and its start time together ({@link ProcessHandle}), so that a later process with the same number does not
 * match.
 */
public final class StartedProcesses {
    private static final Path PROC = Path.of("/proc");
    private static final String VARIABLE = "HP_RUN";
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int SWEEPS = 50;
    private static final AtomicLong COUNT = new AtomicLong();

    private final String mark = ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + COUNT.incrementAndGet();
    private final Map<Long, ProcessHandle> members = new LinkedHashMap<>();
    private final Set<Long> strangers = new HashSet<>();

    /** Adds the identifying variable to the environment of a new process. */
    public void mark(Map<String, String> environment) {
        environment.put(VARIABLE, mark);
    }

    /** Adds the first process. */
    public synchronized void add(ProcessHandle root) {
        members.put(root.pid(), root);
    }

    /** The processes that run now, without zombies. */
    public synchronized List<ProcessHandle> running() {
        find();
        return members.values().stream().filter(StartedProcesses::runs).toList();
    }

    /** Ends all processes: sends SIGTERM, and SIGKILL to processes that still run after that time. */
    public void end(Duration grace) {
        List<ProcessHandle> asked = running();
        asked.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + grace.toNanos();
        while (!asked.isEmpty() && !running().isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        kill();
    }

    /** Ends all processes by SIGKILL, including processes that they start meanwhile. */
    public void kill() {
        for (int i = 0; i < SWEEPS; i++) {
            List<ProcessHandle> left = running();
            if (left.isEmpty()) {
                return;
            }
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private void find() {
        members.values().removeIf(process -> !process.isAlive());
        Set<Long> all = pids();
        strangers.retainAll(all);
        for (long pid : all) {
            if (!members.containsKey(pid) && !strangers.contains(pid)) {
                Optional<ProcessHandle> process = isOurs(pid) ? ProcessHandle.of(pid) : Optional.empty();
                process.ifPresentOrElse(it -> members.put(pid, it), () -> strangers.add(pid));
            }
        }
    }

    private boolean isOurs(long pid) {
        if (pid == ProcessHandle.current().pid()) {
            return false;
        }
        return parent(pid).map(members::get).filter(ProcessHandle::isAlive).isPresent()
                || environment(pid).contains("\0" + VARIABLE + "=" + mark + "\0");
    }

    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && stat(process.pid(), ProcStat::runs).orElse(false);
    }

    private static Optional<Long> parent(long pid) {
        return stat(pid, ProcStat::parent);
    }

    private static <T> Optional<T> stat(long pid, Function<ProcStat, T> taken) {
        return TextFile.read(file(pid, "stat")).known().flatMap(text -> ProcStat.from(text, taken));
    }

    /** The environment of a process, with NUL around each variable. */
    private static String environment(long pid) {
        try {
            byte[] bytes = Files.readAllBytes(file(pid, "environ"));
            return "\0" + new String(bytes, StandardCharsets.ISO_8859_1) + "\0";
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<Long> pids() {
        Set<Long> pids = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (name.length() < 10 && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    pids.add(Long.parseLong(name));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return Set.of();
        }
        return pids;
    }

    /** The name of a JVM: its main class or jar; or its program if that is not {@code java}, such as {@code javac}. */
    static String called(long pid, String main) {
        try {
            String program =
                    String.valueOf(Files.readSymbolicLink(file(pid, "exe")).getFileName());
            return program.equals("java") ? main : program;
        } catch (IOException e) {
            return main;
        }
    }

    /** Returns whether an argument of its command line equals this one. */
    public static boolean hasWord(long pid, String word) {
        try {
            byte[] bytes = Files.readAllBytes(file(pid, "cmdline"));
            return ("\0" + new String(bytes, StandardCharsets.UTF_8)).contains("\0" + word + "\0");
        } catch (IOException e) {
            return false;
        }
    }

    static Path file(long pid, String name) {
        return PROC.resolve(Long.toString(pid)).resolve(name);
    }

    /** The folders above the libjvm.so that a process has mapped, nearest first; none if it is not a JVM. */
    static List<Path> aboveLibjvm(long pid) {
        String maps = TextFile.read(file(pid, "maps"), Bytes.ofMiB(16)).known().orElse("");
        int at = maps.indexOf("/libjvm.so");
        if (at < 0) {
            return List.of();
        }
        int line = maps.lastIndexOf('\n', at) + 1;
        int path = maps.indexOf('/', line);
        List<Path> above = new ArrayList<>();
        Path folder = BytePath.of(maps.substring(path, at));
        while (folder != null) {
            above.add(folder);
            folder = folder.getParent();
        }
        return above;
    }
}
