package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.gain.Savings;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.JsonText;
import io.github.hpjvm.advisor.json.RecordCodec;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
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
            files.addAll(NamedFolder.is(path) ? inFolder(path) : List.of(path));
        }
        HashMap<String, Double> shares = new HashMap<>();
        for (Path file : files) {
            add(shares, file);
        }
        return shares.isEmpty() ? Measurements.none() : new Bounds(shares);
    }

    private static List<Path> inFolder(Path folder) {
        NamedFolder.Listing listing = NamedFolder.list(folder, List.of(".json"));
        listing.unlisted().stream().findFirst().ifPresent(it -> {
            throw new UsageException("--measured: " + it.path() + ": " + it.excerpt());
        });
        if (listing.files().isEmpty()) {
            throw new UsageException("--measured: " + folder + " has no .json file");
        }
        return listing.files();
    }

    /** What is read of a file. */
    private record Saved(String kind, String host, long pid, long startTicks, Summary summary) {}

    private record Summary(OptionalDouble walkCyclesShare) {}

    private static void add(Map<String, Double> shares, Path file) {
        Saved saved;
        try {
            saved = RecordCodec.decodeLenient(JsonText.read(NamedInput.json(file)), Saved.class);
        } catch (JsonFormatException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
        if (!saved.kind().equals("tlb") || saved.host().isEmpty()) {
            throw new UsageException(file + " is not a file of hp-cli tlb --save, or does not name its host");
        }
        OptionalDouble share = saved.summary().walkCyclesShare();
        if (share.orElse(-1) >= 0) {
            shares.put(key(saved.host(), saved.pid(), saved.startTicks()), Savings.ofWalkCycles(share.getAsDouble()));
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
