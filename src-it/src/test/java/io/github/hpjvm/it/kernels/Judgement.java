package io.github.hpjvm.it.kernels;

import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What hp-cli said of a JVM of a guest, beside the truth.
 *
 * @param starts whether it starts, as predicted
 * @param predicted the pages of its heap, as predicted; empty if unknown
 * @param advised the pages of its heap that advise sees; empty if unknown
 */
public record Judgement(
        GuestJvm jvm, Optional<Boolean> starts, Optional<PageKind> predicted, Optional<PageKind> advised) {

    /** How an answer compares with the truth. */
    public enum Verdict {
        RIGHT,
        WRONG,
        UNKNOWN
    }

    /** Returns whether there is a truth: the JVM filled its heap, or did not start. */
    public boolean measured() {
        return jvm.refused() || jvm.seen().isPresent();
    }

    public Verdict prediction() {
        if (jvm.refused() || starts.equals(Optional.of(false))) {
            Optional<Boolean> started = Optional.of(!jvm.refused());
            return starts.isEmpty() ? Verdict.UNKNOWN : starts.equals(started) ? Verdict.RIGHT : Verdict.WRONG;
        }
        return compare(predicted, jvm.seen().stream().toList());
    }

    /** khugepaged may change the pages while hp-cli reads: one of the two states is what it read. */
    public Verdict advice() {
        if (jvm.refused()) {
            return Verdict.RIGHT;
        }
        return compare(
                advised,
                List.of(jvm.seen(), jvm.later()).stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Verdict compare(Optional<PageKind> said, List<HeapPages> seen) {
        if (said.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return seen.stream().anyMatch(pages -> pages.kind() == said.get()) ? Verdict.RIGHT : Verdict.WRONG;
    }

    /** A cell of the table: {@code thp}, {@code thp p! base}, {@code thp a?}. */
    public String cell() {
        if (!measured()) {
            return "no result";
        }
        String truth =
                jvm.refused() ? "refuses" : lower(jvm.seen().orElseThrow().kind());
        String prediction = starts.equals(Optional.of(false))
                ? "refuses"
                : predicted.map(Judgement::lower).orElse("");
        return truth
                + mark("p", prediction(), prediction)
                + mark("a", advice(), advised.map(Judgement::lower).orElse(""));
    }

    private static String mark(String who, Verdict verdict, String said) {
        return switch (verdict) {
            case RIGHT -> "";
            case UNKNOWN -> " " + who + "?";
            case WRONG -> " " + who + "! " + said;
        };
    }

    private static String lower(PageKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
