package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import java.util.Optional;

/** The host and the process to which a measurement belongs. */
final class MeasuredHere {
    private MeasuredHere() {}

    /** Returns this host, with a process of it; empty for all processes. */
    static MeasuredOn here(Optional<Long> pid) {
        Roots roots = Roots.host();
        return new MeasuredOn(
                KernelFiles.readHostName(roots.proc()).known(),
                pid,
                pid.flatMap(one -> ProcessStat.startTicks(roots.proc(), one).known()));
    }
}
