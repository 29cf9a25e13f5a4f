package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.os.proc.ProcessLink;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process with the facts that are required before any access to it.
 *
 * @param roots those of the host
 * @param pid its number in the reader's PID namespace
 * @param startTicks its start time
 * @param status its state
 * @param vm which VM it runs
 * @param feature the release of Java, if known
 * @param temp the folder for its temporary files, as names below its root
 * @param attachable whether the JVM can be attached to; empty if that is not known
 */
public record Target(
        Roots roots,
        long pid,
        long startTicks,
        ProcStatus status,
        VmKind vm,
        Optional<Integer> feature,
        List<String> temp,
        Optional<Boolean> attachable) {

    private static final long SIGQUIT_BIT = 0x4;

    /** Returns the same process in another state. */
    Target as(ProcStatus now) {
        return new Target(roots, pid, startTicks, now, vm, feature, temp, attachable);
    }

    /** Returns its number in its own PID namespace: the last of the line NSpid; kernels before 4.1 have none. */
    long nsPid() {
        return nsPid(status, pid);
    }

    public static long nsPid(ProcStatus status, long pid) {
        List<String> pids = Words.of(status.field("NSpid").orElse(""));
        try {
            return pids.isEmpty() ? pid : Long.parseLong(pids.get(pids.size() - 1));
        } catch (NumberFormatException e) {
            return pid;
        }
    }

    Path procRoot() {
        return roots.proc();
    }

    /** Returns whether it is in a frozen control group: it would handle a signal when it is thawed. */
    boolean isFrozen() {
        return Cgroups.isFrozen(roots, pid);
    }

    /** Returns whether it has its own namespace of that kind, such as {@code mnt}, as a container has. */
    boolean isInOtherNamespace(String kind) {
        Optional<String> ours = ProcessLink.read(procRoot().resolve("self/ns/" + kind));
        return ours.isPresent() && !ours.equals(ProcessLink.read(folder().resolve("ns/" + kind)));
    }

    /** Returns whether the kernel does not show its namespaces: to read them takes the rights to read its memory. */
    boolean hidesNamespaces() {
        return ProcessLink.read(procRoot().resolve("self/ns/mnt")).isPresent()
                && ProcessLink.read(folder().resolve("ns/mnt")).isEmpty();
    }

    /** Returns its effective user id; -1 if the status lacks it. */
    long uid() {
        return status.uid().orElse(-1);
    }

    /** Returns whether it runs or waits; not stopped, traced, dead or a zombie. */
    boolean runs() {
        String state = status.field("State").orElse("");
        return state.startsWith("R") || state.startsWith("S") || state.startsWith("D");
    }

    /** Returns whether it has a handler for SIGQUIT; without one the signal would end it. */
    boolean catchesQuit() {
        try {
            return (Long.parseUnsignedLong(status.field("SigCgt").orElse("0"), 16) & SIGQUIT_BIT) != 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    Path folder() {
        return procRoot().resolve(Long.toString(pid));
    }
}
