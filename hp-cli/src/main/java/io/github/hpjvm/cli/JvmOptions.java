package io.github.hpjvm.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options by which several commands are told which JVM is meant. */
final class JvmOptions {
    @Option(names = "--pid", paramLabel = "N", description = "A process of this host, or one of those in the snapshot.")
    private Long pid;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "Advise on facts that were taken elsewhere.")
    private Path snapshot;

    @Option(names = "--hs-err", paramLabel = "FILE", description = "Advise on what a crash log says.")
    private Path hsErr;

    @Option(names = "--vm-info", paramLabel = "FILE", description = "Advise on a saved answer of jcmd PID VM.info.")
    private Path vmInfo;

    @Option(names = "--no-attach", description = "Do not ask the JVM itself; less is seen then.")
    private boolean noAttach;

    /** What they come to. */
    JvmChoice choice() {
        return new JvmChoice(pid, snapshot, hsErr, vmInfo, !noAttach);
    }
}
