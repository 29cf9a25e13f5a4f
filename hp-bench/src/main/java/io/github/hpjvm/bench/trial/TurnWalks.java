package io.github.hpjvm.bench.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The figures of the CPU's counters on base pages and on huge pages. */
public record TurnWalks(WalkFigures base, WalkFigures huge) {

    /** Both in one line; empty if no figure is known of both. */
    public Optional<String> text() {
        List<String> parts = new ArrayList<>();
        add(parts, "data page walks per 1000 instructions", "%.2f", 1, WalkFigures::dataWalksPer1000Instructions);
        add(parts, "cycles in page walks", "%.1f %%", 100, WalkFigures::walkCyclesShare);
        add(parts, "cycles per instruction", "%.2f", 1, WalkFigures::cyclesPerInstruction);
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of("On base and huge pages: " + String.join("; ", parts) + ".");
    }

    private void add(
            List<String> parts,
            String name,
            String form,
            double factor,
            Function<WalkFigures, Optional<Double>> figure) {
        figure.apply(base)
                .flatMap(one -> figure.apply(huge)
                        .map(other -> String.format(
                                Locale.ROOT, name + " " + form + " and " + form, factor * one, factor * other)))
                .ifPresent(parts::add);
    }
}
