package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.HsErr;
import io.github.hpjvm.advisor.read.vm.VmInfo;
import io.github.hpjvm.advisor.watch.Recording;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The choice of a JVM and of the source of its facts.
 *
 * @param pid a process of this host, or a JVM of the snapshot; null if not given, as the three files
 * @param snapshot facts that were taken before
 * @param hsErr a crash log
 * @param vmInfo a saved output of {@code jcmd PID VM.info}
 * @param manner the manner in which the JVM is read
 * @param observed other snapshots of the host, and recordings of {@code hp-cli watch}: files, or folders of --record
 */
public record JvmChoice(Long pid, Path snapshot, Path hsErr, Path vmInfo, Manner manner, List<Path> observed) {

    /** Reads the facts, with the history of the pools if there are observed readings. */
    public Facts facts() {
        Facts facts = current();
        if (observed.isEmpty()) {
            return facts;
        }
        if (hsErr != null || vmInfo != null) {
            throw new UsageException("--observed combines with a PID or --snapshot only");
        }
        HostIdentity host = HostIdentity.of(facts.host());
        List<PoolReadings> readings = new ArrayList<>();
        for (Path file : observed) {
            Recording recording = SnapshotFile.observed(file, host);
            if (!recording.host().equals(host)) {
                throw new UsageException(file + ": it is from another host: kernel or memory differ");
            }
            readings.add(recording.pools());
        }
        return facts.with(PoolHistory.of(facts, readings));
    }

    /**
     * Reads the present facts.
     *
     * @throws BenchException if there is no process with that PID
     */
    private Facts current() {
        long sources =
                Stream.of(snapshot, hsErr, vmInfo).filter(Objects::nonNull).count();
        if (sources > 1 || (pid != null && (hsErr != null || vmInfo != null))) {
            throw new UsageException(
                    "give only one of PID, --snapshot, --hs-err and --vm-info; only --snapshot and --pid combine");
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
                    "no JVM given: add a PID (hp-cli jvms lists them), --snapshot, --hs-err or --vm-info");
        }
        return Pid.requirePresent(LiveFacts.takeForAdvice(Roots.host(), List.of(pid), manner.withCost()));
    }

    /** The past of the heap of a JVM in the observed recordings; empty if there are none. */
    public Optional<RecordedPast> past(Facts facts, Jvm jvm) {
        return observed.isEmpty()
                ? Optional.empty()
                : Optional.of(RecordedPast.of(observed, jvm, HostIdentity.of(facts.host())));
    }

    /** Returns whether it is a process of this host. */
    public boolean isLive() {
        return pid != null && snapshot == null;
    }

    /** The chosen JVM. */
    public Jvm chosen(Facts facts) {
        if (snapshot != null) {
            requireJvms(facts);
        }
        if (pid != null) {
            return facts.jvm(pid)
                    .orElseThrow(() ->
                            new UsageException("no JVM " + pid + " in the snapshot; its JVMs are " + pids(facts)));
        }
        if (facts.jvms().size() != 1) {
            throw new UsageException(
                    "the snapshot has " + facts.jvms().size() + " JVMs (" + pids(facts) + "); choose one with --pid");
        }
        return facts.jvms().get(0);
    }

    private static void requireJvms(Facts facts) {
        if (facts.jvms().isEmpty()) {
            throw new UsageException("the snapshot has no JVM; hp-cli predict --snapshot FILE -- JAVA ARGS... judges a"
                    + " command line on its host");
        }
    }

    /**
     * The other JVMs that a variable of the service of a JVM reaches: those of its unit. Empty for a JVM in no unit, in a
     * container, or in a snapshot.
     */
    public List<Jvm> besides(Jvm jvm) {
        List<Long> others = pid == null || snapshot != null ? List.of() : LocalJvms.besides(jvm);
        return others.isEmpty()
                ? List.of()
                : LiveFacts.takeForAdvice(Roots.host(), others, manner)
                        .withoutEnded()
                        .jvms();
    }

    private static String pids(Facts facts) {
        return facts.jvms().stream().map(jvm -> String.valueOf(jvm.pid())).collect(Collectors.joining(", "));
    }
}
