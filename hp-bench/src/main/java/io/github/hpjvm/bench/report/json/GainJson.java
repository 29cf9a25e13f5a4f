package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.advisor.gain.GainBound.Source;
import io.github.hpjvm.advisor.gain.Savings;
import io.github.hpjvm.advisor.gain.Savings.LoadCost;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Computes the bound of the gain from a saved measurement: a document of {@code hp-cli tlb} or {@code hp-cli stalls}, or
 * a results.json with TlbReach.
 */
public final class GainJson {
    private static final long PAGE = 4096;

    private static final List<String> WALK_LIMITS = List.of(
            "The bound is for page walks. Hits in the second level of the TLB, page faults and cache lines of page"
                    + " tables are not included");

    private GainJson() {}

    /**
     * Computes the bound.
     *
     * @param name name of the file, for messages
     * @param resident resident bytes of the heap; empty if unknown
     * @param jvm the JVM whose gain is bounded
     * @throws UsageException if the text is not one of the three documents, or is of another process or host
     */
    public static GainBound read(String name, String text, Optional<Bytes> resident, MeasuredOn jvm) {
        SavedFile file = new SavedFile(name);
        Map<?, ?> root = whole(file, text);
        if (root.get("runs") instanceof List) {
            file.campaign(text);
            return reach(file, root, resident);
        }
        boolean stalls = root.get("histograms") instanceof List;
        if (!stalls && !(root.get("summary") instanceof Map && root.get("intervals") instanceof List)) {
            throw new UsageException(
                    name + " is no measurement: give a file of hp-cli tlb --save, the JSON of hp-cli stalls,"
                            + " or a results.json with TlbReach");
        }
        file.decode(root, MeasuredOn.class).differsFrom(jvm).ifPresent(why -> {
            throw new UsageException(name + " does not bound the gain of this JVM: " + why
                    + "; measure the JVM itself, as by hp-cli tlb "
                    + jvm.pid().map(String::valueOf).orElse("PID") + " --save FILE");
        });
        return stalls ? StallGain.read(file, root) : walks(TlbJson.read(name, text));
    }

    /** The members of the document; of the lines of {@code stalls --interval}, those of the last, which is of the whole trace. */
    private static Map<?, ?> whole(SavedFile file, String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        if (lines.size() < 2 || !lines.stream().allMatch(line -> line.startsWith("{\"") && line.endsWith("}"))) {
            return file.members(text);
        }
        Map<?, ?> last = file.members(lines.get(lines.size() - 1));
        if (last.get("interval") != null) {
            throw file.wrong("ends with an interval: it has no line of the whole trace");
        }
        return last;
    }

    private static GainBound walks(SavedTlb saved) {
        String of = saved.pid()
                .map(pid -> "the cycles of process " + pid)
                .orElse("the cycles of all processes of the host");
        Optional<Double> share = saved.summary().value(TlbFigure.WALK_CYCLES_SHARE);
        if (share.isEmpty()) {
            return unknown(
                    Source.TLB,
                    saved.name(),
                    "the share of page walks is unknown: "
                            + saved.summary()
                                    .reason(TlbFigure.WALK_CYCLES_SHARE)
                                    .orElseThrow());
        }
        double most = Savings.ofWalkCycles(share.get());
        List<String> limits = new ArrayList<>(WALK_LIMITS);
        limits.addAll(saved.summary().notes());
        return new GainBound(
                Source.TLB,
                saved.name(),
                OptionalDouble.of(most),
                "page walks are " + Figures.percent(share.get()) + " of " + of
                        + ": fewer page walks can save at most that",
                limits);
    }

    /** The part of results.json about TlbReach. */
    private record Reach(List<ReachDocument> tlbReach) {}

    private static GainBound reach(SavedFile file, Map<?, ?> root, Optional<Bytes> resident) {
        String name = file.name();
        List<ReachDocument> curves = file.decode(root, Reach.class).tlbReach();
        if (curves.isEmpty()) {
            throw new UsageException(name + " has no result of TlbReach; to measure it: " + MissingCounters.SUBSTITUTE);
        }
        if (resident.isEmpty()) {
            return unknown(Source.TLB_REACH, name, "the resident size of the heap is unknown");
        }
        long pages = Math.max(1, (resident.get().value() + PAGE - 1) / PAGE);
        Optional<GainBound> best = Optional.empty();
        long largest = 0;
        for (ReachDocument curve : curves) {
            List<LoadCost> points = points(name, curve);
            largest = Math.max(
                    largest,
                    points.isEmpty() ? 0 : points.get(points.size() - 1).pages());
            if (!points.isEmpty() && points.get(points.size() - 1).pages() >= pages) {
                GainBound bound =
                        bound(name, SavedFile.clean(curve.variant()), Savings.ofLoads(points, pages), resident.get());
                best = best.filter(it ->
                                it.atMost().getAsDouble() >= bound.atMost().getAsDouble())
                        .or(() -> Optional.of(bound));
            }
        }
        String reached = Figures.mebibytes(largest * PAGE);
        return best.orElseGet(() -> unknown(
                Source.TLB_REACH,
                name,
                "TlbReach was measured up to " + reached + ", and the heap has "
                        + Figures.mebibytes(resident.get().value()) + " resident"));
    }

    private static GainBound bound(String name, String variant, double share, Bytes resident) {
        return new GainBound(
                Source.TLB_REACH,
                name,
                OptionalDouble.of(share),
                "a program of nothing but random loads from " + Figures.mebibytes(resident.value()) + " saves at most "
                        + Figures.percent(share) + " of its time with " + variant
                        + " on this CPU: other programs of that size save less",
                List.of(
                        "The bound holds for the host on which TlbReach ran, and for the heap",
                        "Page faults are not included"));
    }

    private static List<LoadCost> points(String name, ReachDocument curve) {
        List<LoadCost> points = new ArrayList<>();
        for (ReachDocument.Point point : curve.points()) {
            double saved = point.savedRange().size() == 2 ? point.savedRange().get(1) : point.saved();
            try {
                points.add(new LoadCost(point.pages(), point.base(), saved));
            } catch (IllegalArgumentException e) {
                throw new UsageException(name + ": a point of tlbReach is damaged: " + e.getMessage());
            }
        }
        points.sort(Comparator.comparingLong(LoadCost::pages));
        return points;
    }

    private static GainBound unknown(Source source, String name, String why) {
        return new GainBound(source, name, OptionalDouble.empty(), "no bound of the gain: " + why, List.of());
    }
}
