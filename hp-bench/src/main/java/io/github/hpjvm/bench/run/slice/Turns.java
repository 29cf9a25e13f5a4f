package io.github.hpjvm.bench.run.slice;

import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Slicing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Lets forks run one at a time, or all at the same time on the CPU that they share. Their order is drawn for each turn. A
 * lost fork does not affect the others.
 */
final class Turns {
    private final Slicing slicing;
    private final Random random;
    private final BooleanSupplier stop;

    /**
     * @param stop whether the user has requested a stop; read between the turns of two forks
     */
    Turns(Slicing slicing, Random random, BooleanSupplier stop) {
        this.slicing = slicing;
        this.random = random;
        this.stop = stop;
    }

    /** Runs one fork at a time. Returns the measured iterations of each fork by the number of the turn; a lost fork keeps the earlier ones. */
    <P extends Player> Map<P, Map<Integer, List<Iteration>>> play(List<P> players) {
        return play(players, 1, slicing.turns(), slicing.perTurn(), slicing.leadIn());
    }

    /** Runs the long turns, each with one fork alone. */
    <P extends Player> Map<P, Map<Integer, List<Iteration>>> playAlone(List<P> players) {
        return play(players, slicing.turns() + 1, slicing.longTurns(), slicing.perLongTurn(), slicing.longLeadIn());
    }

    private <P extends Player> Map<P, Map<Integer, List<Iteration>>> play(
            List<P> players, int first, int turns, int perTurn, int leadIn) {
        Map<P, Map<Integer, List<Iteration>>> measured = new LinkedHashMap<>();
        players.forEach(player -> measured.put(player, new LinkedHashMap<>()));
        List<P> alive = new ArrayList<>(players);
        for (int turn = first; turn < first + turns; turn++) {
            List<P> order = new ArrayList<>(alive);
            Collections.shuffle(order, random);
            for (P player : order) {
                if (stop.getAsBoolean()) {
                    return measured;
                }
                Optional<List<Iteration>> iterations = player.turn(turn, perTurn);
                if (iterations.isEmpty()) {
                    alive.remove(player);
                } else if (turn > 1) {
                    measured.computeIfAbsent(player, p -> new LinkedHashMap<>())
                            .put(turn, without(leadIn, iterations.get()));
                }
            }
        }
        return measured;
    }

    /**
     * Runs all forks in each turn, and begins them in the order that was drawn. Returns what {@link #play} returns, but
     * the elapsed time of an iteration does not contain the time in which the thread waited for the CPU.
     */
    <P extends GatedPlayer> Map<P, Map<Integer, List<Iteration>>> playShared(List<P> players) {
        Map<P, Map<Integer, List<Iteration>>> measured = new LinkedHashMap<>();
        players.forEach(player -> measured.put(player, new LinkedHashMap<>()));
        List<P> alive = new ArrayList<>(players);
        for (int turn = 1; turn <= slicing.turns() && !stop.getAsBoolean(); turn++) {
            List<P> order = new ArrayList<>(alive);
            Collections.shuffle(order, random);
            for (P player : order) {
                player.begin(turn, slicing.perTurn());
            }
            for (P player : order) {
                Optional<List<Iteration>> iterations = player.end(slicing.perTurn());
                if (iterations.isEmpty()) {
                    alive.remove(player);
                } else if (turn > 1) {
                    measured.computeIfAbsent(player, p -> new LinkedHashMap<>())
                            .put(
                                    turn,
                                    without(slicing.leadIn(), iterations.get()).stream()
                                            .map(Iteration::withoutWaiting)
                                            .toList());
                }
            }
        }
        return measured;
    }

    private static List<Iteration> without(int leadIn, List<Iteration> iterations) {
        return List.copyOf(iterations.subList(Math.min(leadIn, iterations.size()), iterations.size()));
    }

    /**
     * One slice for each turn. If a collector ran, the whole time is one slice: the median of short ones would ignore
     * the few that include a collection.
     */
    static List<Slice> slices(Map<Integer, List<Iteration>> turns, boolean collected) {
        if (collected) {
            List<Iteration> all = turns.values().stream().flatMap(List::stream).toList();
            return all.isEmpty() ? List.of() : List.of(slice(1, all));
        }
        return turns.entrySet().stream()
                .filter(turn -> !turn.getValue().isEmpty())
                .map(turn -> slice(turn.getKey(), turn.getValue()))
                .toList();
    }

    /** Returns whether the fork's collectors ran between the first of these iterations and the last. */
    static boolean collected(Map<Integer, List<Iteration>> turns) {
        return turns.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(Iteration::collections)
                        .distinct()
                        .count()
                > 1;
    }

    private static Slice slice(int turn, List<Iteration> iterations) {
        boolean cpu = iterations.stream().allMatch(it -> it.cpuNanos().isPresent());
        return new Slice(
                turn,
                iterations.stream().mapToDouble(Iteration::operations).sum(),
                iterations.stream().mapToDouble(Iteration::wallNanos).sum(),
                cpu
                        ? OptionalDouble.of(iterations.stream()
                                .mapToDouble(it -> it.cpuNanos().orElseThrow())
                                .sum())
                        : OptionalDouble.empty());
    }
}
