package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Writes and reads the document of {@code hp-cli tlb}, schema version 1. */
public final class TlbJson {
    static final String KIND = "tlb";
    private static final int SCHEMA_VERSION = 1;
    private static final double MOST = 1e18;
    private static final int LONGEST = 300;

    private TlbJson() {}

    /** What is read of the document beside the figures. */
    private record Saved(
            OptionalInt schemaVersion,
            Optional<String> time,
            Optional<Long> pid,
            Optional<String> cpu,
            Summary summary) {}

    /** What is read of the summary beside the figures. */
    private record Summary(OptionalDouble seconds, Map<String, String> reasons, List<String> notes) {}

    /**
     * Writes the document.
     *
     * @param against an earlier measurement; empty for none
     */
    public static String write(TlbDocument document, Optional<SavedTlb> against) {
        return write(document, against, new MeasuredOn(Optional.empty(), document.pid(), Optional.empty()));
    }

    /**
     * Writes the document.
     *
     * @param against an earlier measurement; empty for none
     * @param on the host and the process
     */
    public static String write(TlbDocument document, Optional<SavedTlb> against, MeasuredOn on) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("kind", KIND);
        root.put("time", document.start());
        root.put("pid", document.pid());
        root.put("all", document.pid().isEmpty());
        root.put("host", on.host());
        root.put("startTicks", on.startTicks());
        root.put("cpu", document.cpu());
        root.put("perf", document.perf());
        root.put("events", document.events());
        root.put("end", document.end());
        root.put("unavailable", document.missing().map(MissingCounters::missing));
        root.put("grants", document.missing().map(MissingCounters::grants).orElse(List.of()));
        root.put("substitute", document.missing().map(it -> MissingCounters.SUBSTITUTE));
        root.put(
                "intervals",
                document.intervals().stream()
                        .map(it -> figures(it, document.start()))
                        .toList());
        Map<String, Object> summary = figures(document.summary(), document.start());
        summary.put("notes", document.summary().notes());
        root.put("summary", summary);
        against.ifPresent(before -> root.put("against", against(before, document.summary())));
        return DocumentText.of(root);
    }

    private static Map<String, Object> figures(TlbFigures figures, Instant start) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("time", start.plus(Duration.ofMillis(Math.round(figures.end() * 1000))));
        members.put("seconds", figures.seconds());
        for (TlbFigure figure : TlbFigure.values()) {
            members.put(figure.field(), figures.value(figure));
        }
        Map<String, String> reasons = new LinkedHashMap<>();
        figures.reasons().forEach((figure, reason) -> reasons.put(figure.field(), reason));
        members.put("reasons", reasons);
        return members;
    }

    /** The figures of the earlier measurement, and the ratios of the present ones to them. */
    private static Map<String, Object> against(SavedTlb before, TlbFigures after) {
        Map<String, Object> summary = new LinkedHashMap<>();
        Map<String, Object> ratios = new LinkedHashMap<>();
        for (TlbFigure figure : TlbFigure.values()) {
            Optional<Double> was = before.summary().value(figure);
            summary.put(figure.field(), was);
            ratios.put(
                    figure.field(),
                    after.value(figure).flatMap(is -> was.filter(it -> it > 0).map(it -> is / it)));
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", before.name());
        members.put("time", before.time());
        members.put("cpu", before.cpu());
        members.put("summary", summary);
        members.put("ratios", ratios);
        return members;
    }

    /**
     * Reads a document.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a document of {@code hp-cli tlb}
     */
    public static SavedTlb read(String name, String text) {
        SavedFile file = new SavedFile(name);
        Map<?, ?> root = file.members(text);
        if (!(root.get("summary") instanceof Map<?, ?> summary) || !(root.get("intervals") instanceof List)) {
            throw new UsageException(name + " was not written by hp-cli tlb: it has no summary and intervals");
        }
        Saved saved = file.decode(root, Saved.class);
        if (saved.schemaVersion().orElse(SCHEMA_VERSION) != SCHEMA_VERSION) {
            throw new UsageException(name + " has schemaVersion "
                    + saved.schemaVersion().getAsInt() + "; this version reads " + SCHEMA_VERSION);
        }
        Map<TlbFigure, Double> values = new EnumMap<>(TlbFigure.class);
        Map<TlbFigure, String> reasons = new EnumMap<>(TlbFigure.class);
        for (TlbFigure figure : TlbFigure.values()) {
            Object value = summary.get(figure.field());
            if (value instanceof Number number) {
                values.put(figure, checked(name, figure, number.doubleValue()));
            } else if (value == null) {
                String reason = saved.summary().reasons().getOrDefault(figure.field(), "not in the file");
                reasons.put(figure, clean(reason));
            } else {
                throw new UsageException(name + ": summary." + figure.field() + " is not a number");
            }
        }
        double seconds = Math.max(0, saved.summary().seconds().orElse(0));
        return new SavedTlb(
                name,
                saved.time().map(TlbJson::clean),
                saved.cpu().map(TlbJson::clean),
                saved.pid(),
                new TlbFigures(
                        seconds,
                        seconds,
                        values,
                        reasons,
                        saved.summary().notes().stream().map(TlbJson::clean).toList()));
    }

    private static double checked(String name, TlbFigure figure, double value) {
        if (!(value >= 0 && value <= MOST)) {
            throw new UsageException(name + ": summary." + figure.field() + " is " + value + ", which cannot be");
        }
        return value;
    }

    private static String clean(String text) {
        return Visible.name(text, LONGEST);
    }
}
