package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.WarningCode;
import io.github.hpjvm.advisor.hotspot.bill.Span;
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

/** Compares what was foretold with what was seen, in every dimension in which both say something. */
final class Judge {
    private final Prediction foretold;
    private final Observation seen;
    private final List<Verdict> verdicts = new ArrayList<>();

    private Judge(Prediction foretold, Observation seen) {
        this.foretold = foretold;
        this.seen = seen;
    }

    /** The verdicts; of a JVM that did not start, on that and on its warnings alone. */
    static List<Verdict> compare(Prediction foretold, Observation seen) {
        return new Judge(foretold, seen).verdicts();
    }

    private List<Verdict> verdicts() {
        starts();
        warnings();
        if (seen.end() == End.REFUSED && foretold.starts().equals(Optional.of(false))) {
            refusal();
        }
        boolean both = seen.started() && foretold.starts().orElse(false);
        if (both) {
            risks();
            pools();
        }
        if (both && seen.gc().isPresent()) {
            verdicts.add(Verdict.of(Dimension.COLLECTOR, text(foretold.vm().gc()), text(seen.gc())));
            verdicts.add(Verdict.of(Dimension.MAX_HEAP, text(foretold.vm().maxHeap()), text(seen.maxHeap())));
            seen.heap().ifPresent(heap -> region(Dimension.HEAP, RegionName.HEAP, heap));
            seen.code().ifPresent(code -> region(Dimension.CODE, RegionName.CODE, code));
        }
        return List.copyOf(verdicts);
    }

    /** SIGBUS at the start is no refusal: it is a risk, which has to have been named. */
    private void starts() {
        String expected = foretold.starts()
                .map(starts -> starts ? "starts" : "refuses (" + foretold.refusal() + ")")
                .orElse("unknown (" + foretold.unknowns() + ")");
        boolean died = seen.end() == End.CRASHED_AT_START;
        boolean agrees = died ? isDeathForetold() : foretold.starts().equals(Optional.of(seen.started()));
        boolean told = seen.end() != End.TIMED_OUT;
        verdicts.add(new Verdict(
                Dimension.STARTS,
                told && agrees,
                expected,
                seen.started() ? "starts" : seen.end() + " " + seen.message()));
    }

    /** In the words of HotSpot; what we write as three dots may be anything. */
    private void refusal() {
        String words = Stream.of(foretold.refusal().split("\\.\\.\\.", -1))
                .map(part -> Pattern.quote(part.strip()))
                .collect(Collectors.joining(".*"));
        String said = seen.said().replaceAll("\\s+", " ");
        boolean agrees = Pattern.compile(words).matcher(said).find();
        verdicts.add(new Verdict(Dimension.REFUSAL, agrees, foretold.refusal(), seen.message()));
    }

    private void warnings() {
        Set<WarningCode> expected = EnumSet.noneOf(WarningCode.class);
        foretold.warnings().stream().map(Warning::code).forEach(expected::add);
        Set<WarningCode> observed = EnumSet.noneOf(WarningCode.class);
        observed.addAll(seen.warnings());
        boolean open = foretold.unknowns().stream()
                .anyMatch(missing -> missing.fact().equals("whether a reservation fails for want of pages"));
        if (open) {
            expected.remove(WarningCode.RESERVATION_FAILED);
            observed.remove(WarningCode.RESERVATION_FAILED);
        }
        // One that is killed has not come to say all of it.
        boolean killed = seen.end() == End.CRASHED_AT_START;
        boolean agrees = killed ? expected.containsAll(observed) : expected.equals(observed);
        verdicts.add(new Verdict(Dimension.WARNINGS, agrees, expected.toString(), observed.toString()));
    }

    private void risks() {
        if (seen.end() == End.CRASHED) {
            verdicts.add(new Verdict(Dimension.RISKS, isDeathForetold(), risksForetold(), seen.message()));
        } else if (seen.endedByPool()) {
            boolean agrees = risk(RiskCode.POOL_ENDS_WHILE_GROWING);
            verdicts.add(new Verdict(Dimension.RISKS, agrees, risksForetold(), "OutOfMemoryError"));
        }
    }

    private boolean isDeathForetold() {
        return risk(RiskCode.SIGBUS_CGROUP_MAX) || risk(RiskCode.OUT_OF_MEMORY_KILL);
    }

    private boolean risk(RiskCode code) {
        return foretold.risks().stream().anyMatch(risk -> risk.code() == code);
    }

    private String risksForetold() {
        return foretold.risks().stream().map(risk -> risk.code().name()).collect(Collectors.joining(", "));
    }

    private void region(Dimension dimension, RegionName name, Seen region) {
        if (region.kind().isEmpty()) {
            return;
        }
        String expected = foretold.region(name)
                .map(forecast -> text(forecast.kind(), forecast.pageSize()))
                .orElse("nothing");
        String why = foretold.region(name).map(RegionForecast::why).orElse("");
        String observed = text(region.kind(), region.pageSize());
        verdicts.add(new Verdict(
                dimension,
                expected.equals(observed),
                expected + " (" + why + ")",
                observed + " (" + region + ")",
                isOpen(name)));
    }

    private boolean isOpen(RegionName name) {
        return foretold.region(name).filter(it -> it.kind().isEmpty()).isPresent();
    }

    private static String text(Optional<PageKind> kind, Bytes pageSize) {
        return kind.map(known -> known == PageKind.BASE ? "BASE" : known + " " + pageSize)
                .orElse("unknown");
    }

    /** At the start within the bounds of the start; filled, anything from there to fully grown. */
    private void pools() {
        Map<Bytes, PoolForecast> forecasts = new TreeMap<>();
        foretold.pools().forEach(pool -> forecasts.put(pool.pageSize(), pool));
        Set<Bytes> sizes = new TreeSet<>(forecasts.keySet());
        sizes.addAll(seen.takenAtStart().keySet());
        sizes.addAll(seen.takenFilled().keySet());
        List<String> expected = new ArrayList<>();
        List<String> observed = new ArrayList<>();
        boolean agrees = true;
        for (Bytes size : sizes) {
            Span none = new Span(0, 0);
            Optional<PoolForecast> forecast = Optional.ofNullable(forecasts.get(size));
            Span start = forecast.map(PoolForecast::takesAtStart).orElse(none);
            Span grown = forecast.map(PoolForecast::takesGrown).orElse(none);
            long atStart = seen.takenAtStart().getOrDefault(size, 0L);
            long filled = seen.takenFilled().getOrDefault(size, 0L);
            agrees &= start.min() <= atStart && atStart <= start.max();
            // One that has ended has given its pages back.
            boolean ended = !seen.message().isEmpty();
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
