package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.host.UnavailableException;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import java.nio.file.Path;
import java.util.Optional;

/** State of this process that a campaign needs, and that a fork inherits. */
public final class InheritedState {
    private static final Path STATUS = Path.of("/proc/self/status");

    private InheritedState() {}

    /**
     * @throws BenchException unless this process runs as root
     */
    public static void requireRoot() {
        if (!ThisProcess.isRoot()) {
            throw new BenchException(
                    "provision=true changes files of the kernel and needs root: run it with sudo, or leave"
                            + " provision off and type the commands that the report names");
        }
    }

    /**
     * @throws BenchException if forks of this process cannot get transparent huge pages
     */
    public static void requireHugePagesAllowed() {
        hugePagesDenied().ifPresent(why -> {
            throw new BenchException(why);
        });
    }

    /** The reason why forks of this process cannot get transparent huge pages; empty if there is none. */
    public static Optional<String> hugePagesDenied() {
        boolean denied;
        try {
            denied = ThpDisable.isSet();
        } catch (UnavailableException e) {
            denied = status().flatMap(ProcStatus::thpEnabled).equals(Optional.of(false));
        }
        return denied
                ? Optional.of(
                        "this process runs under PR_SET_THP_DISABLE, which every fork would inherit: no variant can"
                                + " get transparent huge pages; start it from a shell without it (THP_enabled in"
                                + " /proc/self/status is 1 there)")
                : Optional.empty();
    }

    private static Optional<ProcStatus> status() {
        return TextFile.read(STATUS).known().map(StatusFile::parse);
    }
}
