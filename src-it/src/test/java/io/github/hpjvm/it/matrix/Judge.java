package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.matrix.Observation.End;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares a prediction with an observation, in every dimension that both contain. */
final class Judge {
    private final Prediction predicted;
    private final Observation actual;
    private final List<Verdict> verdicts = new ArrayList<>();

    private Judge(Prediction predicted, Observation actual) {
        this.predicted = predicted;
        this.actual = actual;
    }

    /** Returns the verdicts. For a JVM that did not start, only its start, refusal and warnings are compared. */
    static List<Verdict> compare(Prediction predicted, Observation actual) {
        return new Judge(predicted, actual).verdicts();
    }

    private List<Verdict> verdicts() {
        starts();
        // A page size that does not exist: the model says that it does not know what follows.
        boolean modelled = predicted.unknowns().stream()
                .noneMatch(
                        missing -> missing.fact().startsWith("which pages HotSpot takes for a LargePageSizeInBytes"));
        if (modelled) {
            warnings();
        }
        if (actual.end() == End.REFUSED && predicted.starts().equals(Optional.of(false))) {
            refusal();
        }
        boolean both = actual.started() && predicted.starts().orElse(false);
        if (both) {
            if (modelled) {
                risks();
                pools();
            }
        }
        if (both && actual.gc().isPresent()) {
            verdicts.add(Verdict.of(Dimension.COLLECTOR, text(predicted.vm().gc()), text(actual.gc())));
            verdicts.add(Verdict.of(Dimension.MAX_HEAP, text(predicted.vm().maxHeap()), text(actual.maxHeap())));
            actual.heap().ifPresent(heap -> region(Dimension.HEAP, RegionName.HEAP, heap));
            actual.code().ifPresent(code -> region(Dimension.CODE, RegionName.CODE, code));
        }
        return List.copyOf(verdicts);
    }

    /** Compares the start. SIGBUS at the start is no refusal: it is a risk, which the prediction must name. */
    private void starts() {
        String expected = predicted
                .starts()
                .map(starts -> starts ? "starts" : "refuses (" + predicted.refusal() + ")")
                .orElse("unknown (" + predicted.unknowns() + ")");
        boolean died = actual.end() == End.CRASHED_AT_START;
        boolean agrees = died ? isDeathPredicted() : predicted.starts().equals(Optional.of(actual.started()));
        boolean inTime = actual.end() != End.TIMED_OUT;
        verdicts.add(new Verdict(
                Dimension.STARTS,
                inTime && agrees,
                expected,
                actual.started() ? "starts" : actual.end() + " " + actual.message(),
                predicted.starts().isEmpty()));
    }

    /** Compares the message of the refusal. Three dots in our text match anything. */
    private void refusal() {
        String words = Stream.of(predicted.refusal().split("\\.\\.\\.", -1))
                .map(part -> Pattern.quote(part.strip()))
                .collect(Collectors.joining(".*"));
        String said = actual.said().replaceAll("\\s+", " ");
        boolean agrees = Pattern.compile(words).matcher(said).find();
        verdicts.add(new Verdict(Dimension.REFUSAL, agrees, predicted.refusal(), actual.message()));
    }

    private void warnings() {
        Set<WarningCode> expected = EnumSet.noneOf(WarningCode.class);
        predicted.warnings().stream().map(Warning::code).forEach(expected::add);
        Set<WarningCode> observed = EnumSet.noneOf(WarningCode.class);
        observed.addAll(actual.warnings());
        boolean open = predicted.unknowns().stream()
                .anyMatch(missing -> missing.fact().equals("whether a reservation fails for want of pages"));
        if (open) {
            expected.remove(WarningCode.RESERVATION_FAILED);
            observed.remove(WarningCode.RESERVATION_FAILED);
        }
        // A JVM that was killed may not have printed all warnings.
        boolean killed = actual.end() == End.CRASHED_AT_START;
        boolean agrees = killed ? expected.containsAll(observed) : expected.equals(observed);
        verdicts.add(new Verdict(Dimension.WARNINGS, agrees, expected.toString(), observed.toString()));
    }

    private void risks() {
        if (actual.end() == End.CRASHED) {
            verdicts.add(new Verdict(Dimension.RISKS, isDeathPredicted(), predictedRisks(), actual.message()));
        } else if (actual.endedByPool()) {
            boolean agrees = risk(RiskCode.POOL_ENDS_WHILE_GROWING);
            verdicts.add(new Verdict(Dimension.RISKS, agrees, predictedRisks(), "OutOfMemoryError"));
        }
    }

    private boolean isDeathPredicted() {
        return risk(RiskCode.SIGBUS_CGROUP_MAX) || risk(RiskCode.OUT_OF_MEMORY_KILL);
    }

    private boolean risk(RiskCode code) {
        return predicted.risks().stream().anyMatch(risk -> risk.code() == code);
    }

    private String predictedRisks() {
        return predicted.risks().stream().map(risk -> risk.code().name()).collect(Collectors.joining(", "));
    }

    private void region(Dimension dimension, RegionName name, Seen region) {
        if (region.kind().isEmpty()) {
            return;
        }
        boolean predictedThp = predicted
                .region(name)
                .flatMap(RegionForecast::kind)
                .filter(kind -> kind == PageKind.THP)
                .isPresent();
        // Memory before the first whole huge page of a region says nothing about the rest.
        if (predictedThp && !region.fitsHugePage()) {
            return;
        }
        String expected = predicted
                .region(name)
                .map(forecast -> text(forecast.kind(), forecast.pageSize()))
                .orElse("nothing");
        String why = predicted.region(name).map(RegionForecast::why).orElse("");
        String observed = text(region.kind(), region.pageSize());
        verdicts.add(new Verdict(
                dimension,
                expected.equals(observed),
                expected + " (" + why + ")",
                observed + " (" + region + ")",
                isOpen(name)));
    }

    private boolean isOpen(RegionName name) {
        return predicted.region(name).filter(it -> it.kind().isEmpty()).isPresent();
    }

    private static String text(Optional<PageKind> kind, Bytes pageSize) {
        return kind.map(known -> known == PageKind.BASE ? "BASE" : known + " " + pageSize)
                .orElse("unknown");
    }

    /**
     * Compares the pages of pools. At the start they must be within the bounds of the start; with a filled heap,
     * between these and fully grown.
     */
    private void pools() {
        Map<Bytes, PoolForecast> forecasts = new TreeMap<>();
        predicted.pools().forEach(pool -> forecasts.put(pool.pageSize(), pool));
        Set<Bytes> sizes = new TreeSet<>(forecasts.keySet());
        sizes.addAll(actual.takenAtStart().keySet());
        sizes.addAll(actual.takenFilled().keySet());
        List<String> expected = new ArrayList<>();
        List<String> observed = new ArrayList<>();
        boolean agrees = true;
        for (Bytes size : sizes) {
            Span none = new Span(0, 0);
            Optional<PoolForecast> forecast = Optional.ofNullable(forecasts.get(size));
            Span start = forecast.map(PoolForecast::takesAtStart).orElse(none);
            Span grown = forecast.map(PoolForecast::takesGrown).orElse(none);
            long atStart = actual.takenAtStart().getOrDefault(size, 0L);
            long filled = actual.takenFilled().getOrDefault(size, 0L);
            agrees &= start.min() <= atStart && atStart <= start.max();
            // A JVM that has ended has returned its pages.
            boolean ended = !actual.message().isEmpty();
            agrees &= ended || start.min() <= filled && filled <= Math.max(start.max(), grown.max());
            expected.add(size + " " + text(start) + " then " + text(grown));
            observed.add(size + " " + atStart + " then " + filled);
        }
        verdicts.add(new Verdict(Dimension.POOL, agrees, expected.toString(), observed.toString()));
    }

    private static String text(Span span) {
        return span.min() == span.max() ? Long.toString(span.min()) : span.min() + ".." + span.max();
    }

    private static String text(Optional<?> value) {
        return value.map(Object::toString).orElse("unknown");
    }
}
