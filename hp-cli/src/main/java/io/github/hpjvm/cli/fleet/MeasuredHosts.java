package io.github.hpjvm.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.gain.Savings;
import io.github.hpjvm.advisor.read.file.NamedFolder;
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

/** The bounds of files of {@code hp-cli tlb --save}: page walks as a share of the cycles of a process, or of a host. */
final class MeasuredHosts {
    private static final long ALL = 0;

    private MeasuredHosts() {}

    /** The name of a measured process; PID 0 for all processes of the host. */
    static String key(String host, long pid, long startTicks) {
        return host + "\0" + pid + "\0" + startTicks;
    }

    /**
     * Reads files and folders.
     *
     * @throws UsageException if a file is no measurement, or does not name its host
     */
    static Measurements read(List<Path> paths) {
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
        return shares.isEmpty() ? Measurements.none() : new Bounds(shares);
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

    /** The bounds by host and process. */
    private record Bounds(HashMap<String, Double> shares) implements Measurements {
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
    }
}
