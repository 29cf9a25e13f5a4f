package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.gain.GainBound.Source;
import io.github.hpjvm.advisor.gain.Savings;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bound by the stalls of a document of {@code hp-cli stalls}. The stalls of khugepaged and kcompactd do not count,
 * because these threads run beside the program; the time in which a collapse holds the program's mmap lock does. Parts of
 * a fault count as the fault.
 */
final class StallGain {
    private static final double NANOS = 1e9;
    private static final String COMPACTION = "direct_compaction";
    private static final List<String> FAULTS = List.of("huge_fault", "fallback_fault");
    private static final Set<String> PARTS = Set.of("huge_fault_allocation", "huge_fault_clearing");

    private final SavedFile file;
    private final List<Stall> stalls = new ArrayList<>();

    /** @param untimed events without a time */
    private record Stall(String name, double seconds, long untimed) {}

    private StallGain(SavedFile file) {
        this.file = file;
    }

    /** What is read of the document. */
    private record Document(double seconds, List<Sum> histograms, long lost) {}

    /** What is read of a histogram. */
    private record Sum(String name, Optional<String> unit, OptionalDouble sum, long untimed) {}

    /** @throws UsageException if the document is damaged */
    static GainBound read(SavedFile file, Map<?, ?> root) {
        return new StallGain(file).bound(file.decode(root, Document.class));
    }

    private GainBound bound(Document root) {
        double seconds = root.seconds();
        if (!(seconds > 0)) {
            return unknown("the file has no length of time");
        }
        for (Sum histogram : root.histograms()) {
            Optional<String> gap = add(histogram);
            if (gap.isPresent()) {
                return unknown(gap.get());
            }
        }
        if (root.lost() > 0) {
            return unknown(root.lost() + " events of the trace were lost");
        }
        boolean faults = FAULTS.stream().allMatch(name -> named(name).isPresent());
        List<Stall> all = stalls.stream()
                .filter(stall -> !faults || !stall.name().equals(COMPACTION))
                .toList();
        long untimed = all.stream().mapToLong(Stall::untimed).sum();
        if (!all.isEmpty() && untimed == 0) {
            return bound(all, seconds, "compaction and huge-page faults", List.of());
        }
        Optional<Stall> compaction = named(COMPACTION).filter(it -> it.untimed() == 0);
        return compaction
                .map(it -> bound(
                        List.of(it),
                        seconds,
                        "direct compaction",
                        List.of("The time of " + untimed
                                + " other stalls is unknown: the bound is for compaction only")))
                .orElseGet(() -> unknown(
                        all.isEmpty()
                                ? "the file has no histogram of stalls"
                                : "the time of " + untimed + " stalls is unknown"));
    }

    /** Adds a histogram; returns the reason if its sum is unknown. */
    private Optional<String> add(Sum histogram) {
        String name = SavedFile.clean(histogram.name());
        if (isBackground(name) || PARTS.contains(name)) {
            return Optional.empty();
        }
        if (histogram.sum().isEmpty() || !histogram.unit().orElse("ns").equals("ns")) {
            return Optional.of("the sum of the histogram " + name + " is unknown");
        }
        double sum = histogram.sum().getAsDouble();
        if (sum < 0) {
            throw new UsageException(file.name() + ": the sum of the histogram " + name + " is negative");
        }
        stalls.add(new Stall(name, sum / NANOS, histogram.untimed()));
        return Optional.empty();
    }

    private static boolean isBackground(String histogram) {
        String name = histogram.toLowerCase(Locale.ROOT);
        boolean background = name.contains("khugepaged") || name.contains("kcompactd") || name.contains("background");
        return background && !name.contains("lock");
    }

    private Optional<Stall> named(String name) {
        return stalls.stream().filter(stall -> stall.name().equals(name)).findFirst();
    }

    private GainBound bound(List<Stall> counted, double seconds, String where, List<String> more) {
        double stalled = counted.stream().mapToDouble(Stall::seconds).sum();
        double share = Savings.ofStalls(stalled, seconds);
        List<String> limits = new ArrayList<>(more);
        limits.add("Counted: " + counted.stream().map(Stall::name).collect(Collectors.joining(", ")));
        limits.add("The bound says nothing about the gain of huge pages by fewer page walks");
        return new GainBound(
                Source.STALLS,
                file.name(),
                OptionalDouble.of(share),
                "threads stalled in " + where + " for "
                        + String.format(Locale.ROOT, "%.3f s in %.0f s", stalled, seconds)
                        + ": shorter stalls can save at most " + Figures.percent(share) + " of the elapsed time",
                limits);
    }

    private GainBound unknown(String why) {
        return new GainBound(
                Source.STALLS, file.name(), OptionalDouble.empty(), "no bound of the gain: " + why, List.of());
    }
}
