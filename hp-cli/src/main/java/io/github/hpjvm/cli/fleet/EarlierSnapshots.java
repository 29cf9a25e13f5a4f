package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The CPU time of JVMs in earlier snapshots of their hosts. */
final class EarlierSnapshots {
    private EarlierSnapshots() {}

    /**
     * Adds the CPU time in earlier snapshots to measurements.
     *
     * @param paths snapshots, folders of them, or DIR@TIME of a recording
     * @throws UsageException if a file is no snapshot, or does not name its host
     */
    static Measurements addTo(Measurements bounds, List<Path> paths) {
        if (paths.isEmpty()) {
            return bounds;
        }
        FleetInputs inputs = FleetInputs.of(paths.stream()
                .map(path -> NamedFolder.is(path) ? path : RecordedSnapshots.resolve(path))
                .toList());
        if (!inputs.unlisted().isEmpty()) {
            throw new UsageException(inputs.unlisted().get(0).toString());
        }
        HashMap<String, CpuUse> cpu = new HashMap<>();
        for (Path file : inputs.files()) {
            Facts facts = SnapshotFile.read(file);
            String host = facts.hostName()
                    .flatMap(Fact::known)
                    .filter(name -> !name.isEmpty())
                    .orElseThrow(() -> new UsageException(file + " does not name its host"));
            for (Jvm jvm : facts.jvms()) {
                jvm.cpu().ifPresent(it -> cpu.put(MeasuredHosts.key(host, jvm.pid(), jvm.startTicks()), it));
            }
        }
        return new WithCpu(bounds, cpu);
    }

    /** Bounds, and the CPU time by host and process. */
    private record WithCpu(Measurements bounds, HashMap<String, CpuUse> cpu) implements Measurements {
        private static final long serialVersionUID = 1L;

        @Override
        public OptionalDouble atMost(Optional<String> host, Jvm jvm) {
            return bounds.atMost(host, jvm);
        }

        @Override
        public Optional<CpuUse> earlier(Optional<String> host, Jvm jvm) {
            return host.map(name -> cpu.get(MeasuredHosts.key(name, jvm.pid(), jvm.startTicks())));
        }
    }
}
