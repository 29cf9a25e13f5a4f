package io.github.hpjvm.cli;

import io.github.hpjvm.bench.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that choose a JVM. */
class JvmSourceOptions {
    @Option(names = "--pid", paramLabel = "N", description = "The PID, given as an option.")
    private Long pid;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "Facts that hp-cli snapshot wrote.")
    private Path snapshot;

    @Option(names = "--hs-err", paramLabel = "FILE", description = "Crash log of a JVM (hs_err_pidN.log).")
    private Path hsErr;

    @Option(names = "--vm-info", paramLabel = "FILE", description = "Saved output of jcmd PID VM.info.")
    private Path vmInfo;

    @Option(names = "--no-attach", description = "Do not contact the JVM. Some facts are unknown then.")
    private boolean noAttach;

    @Option(
            names = "--observed",
            paramLabel = "FILE",
            description = "A snapshot of this host, an hour or more apart: pages that are unused in both are advised to"
                    + " be returned. May be repeated.")
    private List<Path> observed = new ArrayList<>();

    /**
     * The choice that these options describe.
     *
     * @param process the PID that is given as a parameter; null if there is none
     */
    JvmChoice choice(Long process) {
        if (pid != null && process != null) {
            throw new UsageException("give the process ID once: " + process + " or --pid " + pid);
        }
        return new JvmChoice(pid == null ? process : pid, snapshot, hsErr, vmInfo, !noAttach, observed);
    }

    /** Returns whether an option names a JVM; a snapshot alone names a host as well. */
    boolean isOfJvm() {
        return pid != null || hsErr != null || vmInfo != null || !observed.isEmpty();
    }

    /** The snapshot; null if not given. */
    Path snapshot() {
        return snapshot;
    }
}
