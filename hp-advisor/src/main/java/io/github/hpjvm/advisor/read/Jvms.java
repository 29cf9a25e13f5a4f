package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Mounts;
import io.github.hpjvm.advisor.read.jvm.JvmReader;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.Words;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The JVMs of this host, as far as our user may see them. Root sees those of all users, and those in containers. */
public final class Jvms {

    private Jvms() {}

    /**
     * Returns all JVMs, by pid: HotSpot, OpenJ9, native images, and other programs that map a libjvm.so. Their memory
     * is not read, and they are not disturbed.
     *
     * @param roots those of the host, or of a captured tree
     */
    public static List<Jvm> discover(Roots roots) {
        List<Jvm> jvms = new ArrayList<>();
        for (long pid : pids(roots.proc())) {
            if (mayBeJvm(roots.proc(), pid)) {
                Jvm jvm = readOneOfMany(roots, pid, () -> read(roots, pid, Reach.glance()));
                boolean java = jvm.identity()
                        .known()
                        .map(VmIdentity::vm)
                        .filter(vm -> vm != VmKind.NOT_JAVA)
                        .isPresent();
                if (java) {
                    jvms.add(jvm);
                }
            }
        }
        return List.copyOf(jvms);
    }

    /**
     * Returns the processes that may be JVMs, by the names of their mappings, for callers that look repeatedly.
     *
     * @param wanted whether a process is examined; it is called for each process
     */
    public static List<Long> candidates(Roots roots, Predicate<Long> wanted) {
        List<Long> candidates = new ArrayList<>();
        for (long pid : pids(roots.proc())) {
            if (wanted.test(pid) && mayBeJvm(roots.proc(), pid)) {
                candidates.add(pid);
            }
        }
        return candidates;
    }

    /**
     * Returns the other processes of the control group of a process that may be JVMs: those of its service, or of its
     * container.
     */
    public static List<Long> besides(Roots roots, long pid) {
        Optional<String> group = group(roots, pid);
        return group.isEmpty()
                ? List.of()
                : candidates(roots, other -> other != pid && group(roots, other).equals(group));
    }

    private static Optional<String> group(Roots roots, long pid) {
        return ProcessFile.read(roots.proc(), pid, "cgroup", TextFile.LIMIT).known();
    }

    /**
     * Returns the number of processes named java whose mappings this user may not read, so that they are not
     * discovered.
     */
    public static long denied(Roots roots) {
        return pids(roots.proc()).stream()
                .filter(pid -> ProcessFile.read(roots.proc(), pid, "comm", TextFile.LIMIT)
                        .known()
                        .filter(name -> name.strip().equals("java"))
                        .isPresent())
                .filter(pid -> Maps.names(roots.proc(), pid, List.of("/")) instanceof Fact.Absent<?> maps
                        && maps.reason() == Reason.DENIED)
                .count();
    }

    /**
     * Returns whether /proc hides processes of other users, or their files: by its mount option {@code hidepid}
     * (proc_pid_permission in {@code fs/proc/base.c}), if this user does not see process 1, which each PID namespace has.
     */
    public static boolean areHidden(Roots roots) {
        boolean listed = pids(roots.proc()).contains(1L);
        Fact<String> one = ProcessFile.read(roots.proc(), 1, "status", TextFile.LIMIT);
        boolean denied = one instanceof Fact.Absent<String> absent && absent.reason() == Reason.DENIED;
        return (!listed || denied)
                && Mounts.hidepid(roots.proc()).stream().anyMatch(mode -> hides(mode, listed, denied));
    }

    /**
     * Returns whether a value of the option is why process 1 is not seen. Linux 5.8 and newer write it as a word.
     *
     * @param listed whether /proc lists process 1
     * @param denied whether its files may not be read
     */
    static boolean hides(String hidepid, boolean listed, boolean denied) {
        return switch (hidepid) {
            case "1", "noaccess" -> denied;
            case "2", "4", "invisible", "ptraceable" -> !listed;
            default -> false;
        };
    }

    /**
     * Returns the readable facts of one process. Never throws because of the process, its files or the kernel: what
     * could not be read is an absent fact in it, and a process that ended meanwhile is VANISHED in all of them.
     */
    public static Jvm read(Roots roots, long pid, Reach reach) {
        return new JvmReader(roots, pid, reach).read();
    }

    /**
     * Returns the facts of one process of a list. An exception affects the row of its process only: the absent facts of that row
     * have it as their reason. A process that is read alone throws it.
     */
    static Jvm readOneOfMany(Roots roots, long pid, Supplier<Jvm> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            return JvmReader.failed(roots, pid, e);
        }
    }

    static List<Long> pids(Path procRoot) {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(procRoot)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (Words.isNumber(name, 9)) {
                    pids.add(Long.parseLong(name));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        pids.sort(null);
        return pids;
    }

    /**
     * Returns whether the process may be a JVM, by the names of its mappings. A native image maps nothing of that kind
     * and is recognized by the program itself.
     */
    static boolean mayBeJvm(Path procRoot, long pid) {
        return Maps.names(procRoot, pid, List.of("/libjvm.so", "/libj9vm"))
                .known()
                .filter(named -> named || VmSignature.isNativeImage(procRoot, pid))
                .isPresent();
    }

    /** Returns the number of mappings of a process that may be a JVM; empty for every other process. */
    static OptionalLong mappings(Path procRoot, long pid) {
        return mayBeJvm(procRoot, pid)
                ? OptionalLong.of(Maps.count(procRoot, pid).known().orElse(0L))
                : OptionalLong.empty();
    }
}
