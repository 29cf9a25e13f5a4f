package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads a counter that a JVM keeps in its file of performance data. The JVM takes no part. */
final class PerfCounterMeter implements WorkMeter {
    private final WorkSource.Counter source;
    private final long pid;

    PerfCounterMeter(WorkSource.Counter source, long pid) {
        this.source = source;
        this.pid = pid;
    }

    @Override
    public OptionalDouble read() throws UnreadableWorkException {
        PerfData data = data().orElseThrow(() -> new UnreadableWorkException("process " + pid
                + " keeps no counters that can be read, as with -XX:-UsePerfData or -XX:+PerfDisableSharedMem"));
        Long value = data.longs().get(source.name());
        if (value == null && data.strings().containsKey(source.name())) {
            throw new UnreadableWorkException(
                    "the counter " + source.name() + " of process " + pid + " is a text, not a number");
        }
        if (value == null) {
            throw new UnreadableWorkException("process " + pid + " has no counter " + source.name() + "; jcmd " + pid
                    + " PerfCounter.print lists them");
        }
        return OptionalDouble.of(value);
    }

    private Optional<PerfData> data() {
        Path proc = Roots.host().proc();
        Optional<ProcStatus> status = StatusFile.read(proc, pid).known();
        Fact<List<Vma>> maps = Maps.files(proc, pid);
        if (status.isEmpty() || maps.known().isEmpty()) {
            return Optional.empty();
        }
        long nsPid = status.get()
                .field("NSpid")
                .map(Words::of)
                .filter(ids -> !ids.isEmpty())
                .map(ids -> Long.parseLong(ids.get(ids.size() - 1)))
                .orElse(pid);
        return VmSignature.countersFolder(maps.known().get(), nsPid)
                .flatMap(folder -> PerfData.read(
                                proc.resolve(Long.toString(pid)).resolve("root"),
                                List.of("tmp"),
                                folder,
                                nsPid,
                                status.get().uid().orElse(-1))
                        .known());
    }
}
