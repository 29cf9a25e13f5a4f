package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and reads the document of {@code hp-cli tlb}, schema version 1. */
public final class TlbJson {
    static final String KIND = "tlb";
    private static final int SCHEMA_VERSION = 1;
    private static final double MOST = 1e18;
    private static final int LONGEST = 300;

    private TlbJson() {}

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
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("kind", KIND);
        root.put("time", document.start().toString());
        document.pid().ifPresentOrElse(pid -> root.put("pid", pid), () -> root.putNull("pid"));
        root.put("all", document.pid().isEmpty());
        on.write(root);
        root.put("cpu", document.cpu().orElse(null));
        root.put("perf", document.perf().orElse(null));
        ArrayNode events = root.putArray("events");
        document.events().forEach(events::add);
        root.put("end", document.end());
        root.put("unavailable", document.missing().map(MissingCounters::missing).orElse(null));
        ArrayNode grants = root.putArray("grants");
        document.missing().ifPresent(it -> it.grants().forEach(grants::add));
        root.put("substitute", document.missing().isPresent() ? MissingCounters.SUBSTITUTE : null);
        ArrayNode intervals = root.putArray("intervals");
        document.intervals().forEach(it -> figures(intervals.addObject(), it, document.start()));
        ObjectNode summary = root.putObject("summary");
        figures(summary, document.summary(), document.start());
        ArrayNode notes = summary.putArray("notes");
        document.summary().notes().forEach(notes::add);
        against.ifPresent(before -> against(root.putObject("against"), before, document.summary()));
        return DocumentText.of(root);
    }

    private static void figures(ObjectNode node, TlbFigures figures, Instant start) {
        node.put(
                "time",
                start.plus(Duration.ofMillis(Math.round(figures.end() * 1000))).toString());
        node.put("seconds", figures.seconds());
        for (TlbFigure figure : TlbFigure.values()) {
            node.put(figure.field(), figures.value(figure).orElse(null));
        }
        ObjectNode reasons = node.putObject("reasons");
        figures.reasons().forEach((figure, reason) -> reasons.put(figure.field(), reason));
    }

    /** Writes the figures of the earlier measurement, and the ratios of the present ones to them. */
    private static void against(ObjectNode node, SavedTlb before, TlbFigures after) {
        node.put("file", before.name());
        node.put("time", before.time().orElse(null));
        node.put("cpu", before.cpu().orElse(null));
        ObjectNode summary = node.putObject("summary");
        ObjectNode ratios = node.putObject("ratios");
        for (TlbFigure figure : TlbFigure.values()) {
            Optional<Double> was = before.summary().value(figure);
            summary.put(figure.field(), was.orElse(null));
            ratios.put(
                    figure.field(),
                    after.value(figure)
                            .filter(is -> was.filter(it -> it > 0).isPresent())
                            .map(is -> is / was.orElseThrow())
                            .orElse(null));
        }
    }

    /**
     * Reads a document.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a document of {@code hp-cli tlb}
     */
    public static SavedTlb read(String name, String text) {
        JsonNode root = SavedResultsJson.tree(name, text);
        if (!root.path("summary").isObject() || !root.path("intervals").isArray()) {
            throw new UsageException(name + " was not written by hp-cli tlb: it has no summary and intervals");
        }
        if (root.path("schemaVersion").asInt(SCHEMA_VERSION) != SCHEMA_VERSION) {
            throw new UsageException(name + " has schemaVersion " + root.get("schemaVersion") + "; this version reads "
                    + SCHEMA_VERSION);
        }
        JsonNode summary = root.get("summary");
        Map<TlbFigure, Double> values = new EnumMap<>(TlbFigure.class);
        Map<TlbFigure, String> reasons = new EnumMap<>(TlbFigure.class);
        for (TlbFigure figure : TlbFigure.values()) {
            JsonNode value = summary.path(figure.field());
            if (value.isNumber()) {
                values.put(figure, checked(name, figure, value.doubleValue()));
            } else if (value.isNull() || value.isMissingNode()) {
                reasons.put(
                        figure,
                        text(summary.path("reasons").path(figure.field())).orElse("not in the file"));
            } else {
                throw new UsageException(name + ": summary." + figure.field() + " is not a number");
            }
        }
        List<String> notes = new ArrayList<>();
        summary.path("notes").forEach(note -> text(note).ifPresent(notes::add));
        double seconds = Math.max(0, summary.path("seconds").asDouble(0));
        return new SavedTlb(
                name,
                text(root.path("time")),
                text(root.path("cpu")),
                root.path("pid").isIntegralNumber()
                        ? Optional.of(root.get("pid").longValue())
                        : Optional.empty(),
                new TlbFigures(seconds, seconds, values, reasons, notes));
    }

    private static double checked(String name, TlbFigure figure, double value) {
        if (!(value >= 0 && value <= MOST)) {
            throw new UsageException(name + ": summary." + figure.field() + " is " + value + ", which cannot be");
        }
        return value;
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() ? Optional.of(Visible.name(node.textValue(), LONGEST)) : Optional.empty();
    }
}
