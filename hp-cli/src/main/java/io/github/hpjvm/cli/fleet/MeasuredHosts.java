package io.github.hpjvm.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.gain.Savings;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The bounds of files of {@code hp-cli tlb --save}: page walks as a share of the cycles of a process, or of a host. And the CPU
 * time of the JVMs of earlier snapshots.
 */
final class MeasuredHosts {
    private static final long ALL = 0;

    private MeasuredHosts() {}

    /** The name of a measured process; PID 0 for all processes of the host. */
    private static String key(String host, long pid, long startTicks) {
        return host + "\0" + pid + "\0" + startTicks;
    }

    /**
     * Reads files and folders.
     *
     * @param earlier earlier snapshots of the hosts
     * @throws UsageException if a file is no measurement or snapshot, or does not name its host
     */
    static Measurements read(List<Path> paths, List<Path> earlier) {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            files.addAll(
                    NamedFolder.is(path)
                            ? NamedFolder.list(path, List.of(".json")).files()
                            : List.of(path));
        }
        HashMap<String, Double> shares = new HashMap<>();
        for (Path file : files) {
            add(shares, file);
        }
        HashMap<String, CpuUse> cpu = new HashMap<>();
        if (!earlier.isEmpty()) {
            addEarlier(cpu, earlier);
        }
        return shares.isEmpty() && cpu.isEmpty() ? Measurements.none() : new Measured(shares, cpu);
    }

    private static void addEarlier(Map<String, CpuUse> cpu, List<Path> paths) {
        FleetInputs inputs = FleetInputs.of(paths.stream()
                .map(path -> NamedFolder.is(path) ? path : RecordedSnapshots.resolve(path))
                .toList());
        if (!inputs.unlisted().isEmpty()) {
            throw new UsageException(inputs.unlisted().get(0).toString());
        }
        for (Path file : inputs.files()) {
            Facts facts = SnapshotFile.read(file);
            String host = facts.hostName()
                    .flatMap(Fact::known)
                    .filter(name -> !name.isEmpty())
                    .orElseThrow(() -> new UsageException(file + " does not name its host"));
            for (Jvm jvm : facts.jvms()) {
                jvm.cpu().ifPresent(it -> cpu.put(key(host, jvm.pid(), jvm.startTicks()), it));
            }
        }
    }

    private static void add(Map<String, Double> shares, Path file) {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(NamedInput.json(file));
        } catch (IOException e) {
            throw new UsageException(file + " is not JSON");
        }
        JsonNode host = root.path("host");
        JsonNode share = root.path("summary").path("walkCyclesShare");
        if (!root.path("kind").asText().equals("tlb") || !host.isTextual()) {
            throw new UsageException(file + " is not a file of hp-cli tlb --save, or does not name its host");
        }
        if (share.isNumber() && share.doubleValue() >= 0) {
            String key = key(
                    host.textValue(),
                    root.path("pid").asLong(ALL),
                    root.path("startTicks").asLong(0));
            shares.put(key, Savings.ofWalkCycles(share.doubleValue()));
        }
    }

    /** The values by host and process. */
    private record Measured(HashMap<String, Double> shares, HashMap<String, CpuUse> cpu) implements Measurements {
        private static final long serialVersionUID = 1L;

        @Override
        public OptionalDouble atMost(Optional<String> host, Jvm jvm) {
            Double share = null;
            if (host.isPresent()) {
                share = shares.get(key(host.get(), jvm.pid(), jvm.startTicks()));
                share = share == null ? shares.get(key(host.get(), ALL, 0)) : share;
            }
            return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
        }

        @Override
        public Optional<CpuUse> earlier(Optional<String> host, Jvm jvm) {
            return host.map(name -> cpu.get(key(name, jvm.pid(), jvm.startTicks())));
        }
    }
}
