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
 * What free memory was like in the rounds of one comparison. Its first touch has another price in each state, so a round
 * of two states compares that too.
 *
 * @param alike rounds of which both sides were forked into the same state
 * @param unlike rounds of which they were not
 */
record MemoryStates(Map<MemoryMode, Integer> alike, int unlike) {

    /** @param counting the runs that count for comparisons */
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

    /** {@code 4 rounds warm, 1 as found, 1 not the same on both sides}; empty if it was the same in all of them. */
    Optional<String> mixed() {
        if (unlike == 0 && alike.size() < 2) {
            return Optional.empty();
        }
        Map<String, Integer> parts = new LinkedHashMap<>();
        alike.forEach((mode, rounds) -> parts.put(word(mode), rounds));
        if (unlike > 0) {
            parts.put("not the same on both sides", unlike);
        }
        return Optional.of(parts.entrySet().stream()
                .map(part -> part.getValue() + (part.getValue() == 1 ? " round " : " rounds ") + part.getKey())
                .collect(Collectors.joining(", ")));
    }

    private static String word(MemoryMode mode) {
        return switch (mode) {
            case WARM -> "warm";
            case AS_FOUND -> "as found";
            case FRAGMENTED -> "fragmented";
        };
    }
}
