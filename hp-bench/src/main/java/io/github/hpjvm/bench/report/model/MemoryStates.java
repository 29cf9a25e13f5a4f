package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.variant.Variant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * States of free memory in the rounds of one comparison. The cost of a first touch depends on the state, so a round
 * with two states compares the states too.
 *
 * @param alike number of rounds with the same state on both sides, by state
 * @param unlike number of rounds with different states
 */
record MemoryStates(Map<MemoryMode, Integer> alike, int unlike) {

    /** @param counting runs that count for comparisons */
    static MemoryStates of(List<Run> counting, Comparison comparison) {
        Map<Integer, MemoryMode> against = byRound(counting, comparison, comparison.against());
        Map<MemoryMode, Integer> alike = new EnumMap<>(MemoryMode.class);
        int unlike = 0;
        for (Map.Entry<Integer, MemoryMode> round :
                byRound(counting, comparison, comparison.variant()).entrySet()) {
            MemoryMode other = against.get(round.getKey());
            if (round.getValue() == other) {
                alike.merge(other, 1, Integer::sum);
            } else if (other != null) {
                unlike++;
            }
        }
        return new MemoryStates(alike, unlike);
    }

    private static Map<Integer, MemoryMode> byRound(List<Run> counting, Comparison comparison, Variant variant) {
        return counting.stream()
                .filter(run -> run.counts()
                        && run.job().subject().equals(comparison.subject())
                        && run.job().variant().equals(variant))
                .collect(Collectors.toMap(
                        run -> run.job().round(), Run::memory, (first, second) -> second, TreeMap::new));
    }

    /**
     * The states: {@code 4 rounds warm, 1 round not prepared, 1 round different on the two sides}. Empty if all are the
     * same.
     */
    Optional<String> mixed() {
        if (unlike == 0 && alike.size() < 2) {
            return Optional.empty();
        }
        Map<String, Integer> parts = new LinkedHashMap<>();
        alike.forEach((mode, rounds) -> parts.put(text(mode), rounds));
        if (unlike > 0) {
            parts.put("different on the two sides", unlike);
        }
        return Optional.of(parts.entrySet().stream()
                .map(part -> part.getValue() + (part.getValue() == 1 ? " round " : " rounds ") + part.getKey())
                .collect(Collectors.joining(", ")));
    }

    private static String text(MemoryMode mode) {
        return switch (mode) {
            case WARM -> "warm";
            case AS_FOUND -> "not prepared";
            case FRAGMENTED -> "fragmented";
        };
    }
}
