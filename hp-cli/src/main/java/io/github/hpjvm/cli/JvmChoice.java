package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.HsErr;
import io.github.hpjvm.advisor.read.vm.VmInfo;
import io.github.hpjvm.bench.error.UsageException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which JVM is meant, and where the facts about it come from.
 *
 * @param pid a process, or one of those in the snapshot; null if not given, as the three files
 * @param snapshot facts that were taken elsewhere
 * @param hsErr a crash log
 * @param vmInfo a saved answer of {@code jcmd PID VM.info}
 * @param attach whether the JVM itself may be asked
 */
record JvmChoice(Long pid, Path snapshot, Path hsErr, Path vmInfo, boolean attach) {

    /**
     * All that was seen.
     *
     * @param meanwhile what may be done while a JVM is looked at; nobody waits for it. Of facts from a file it is not done
     */
    Facts facts(Runnable meanwhile) {
        long sources =
                Stream.of(snapshot, hsErr, vmInfo).filter(Objects::nonNull).count();
        if (sources > 1 || (pid != null && (hsErr != null || vmInfo != null))) {
            throw new UsageException(
                    "one of --pid, --snapshot, --hs-err and --vm-info; only --snapshot goes with --pid");
        }
        if (snapshot != null) {
            return SnapshotFile.read(snapshot);
        }
        if (hsErr != null) {
            return SavedText.facts(hsErr, HsErr::parse);
        }
        if (vmInfo != null) {
            return SavedText.facts(vmInfo, VmInfo::parse);
        }
        if (pid == null) {
            throw new UsageException(
                    "which JVM? give --pid N (hp-cli jvms lists them), --snapshot, --hs-err or --vm-info");
        }
        if (pid <= 0) {
            throw new UsageException("--pid: " + pid + " is no process");
        }
        return LiveFacts.takeForAdvice(Roots.host(), pid, attach, meanwhile);
    }

    /** The JVM that was meant. */
    Jvm chosen(Facts facts) {
        if (pid != null) {
            return facts.jvm(pid)
                    .orElseThrow(() -> new UsageException("no JVM " + pid + " in the snapshot; it has " + pids(facts)));
        }
        if (facts.jvms().size() != 1) {
            throw new UsageException(
                    "the snapshot has " + facts.jvms().size() + " JVMs (" + pids(facts) + "); say which with --pid");
        }
        return facts.jvms().get(0);
    }

    private static String pids(Facts facts) {
        return facts.jvms().stream().map(jvm -> String.valueOf(jvm.pid())).collect(Collectors.joining(", "));
    }
}
