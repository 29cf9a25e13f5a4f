package io.github.hpjvm.bench.run.slice;

import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Slicing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
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

    /**
     * The measured iterations of each fork by the number of the turn; a lost fork keeps the earlier ones.
     *
     * @param turns those of the usual turns
     * @param alone those of the long turns; the number is that of the usual turn before it
     */
    record Measured<P extends Player>(
            Map<P, Map<Integer, List<Iteration>>> turns, Map<P, Map<Integer, List<Iteration>>> alone) {}

    /** Runs one fork at a time. */
    <P extends Player> Measured<P> play(List<P> players) {
        return play(players, (turn, order) -> oneAtATime(turn, order, slicing.perTurn(), slicing.leadIn()));
    }

    /**
     * Runs all forks in each usual turn, and begins them in the order that was drawn. The elapsed time of an iteration does
     * not contain the time in which the thread waited for the CPU.
     */
    <P extends GatedPlayer> Measured<P> playShared(List<P> players) {
        return play(players, this::allAtOnce);
    }

    /**
     * Runs the usual turns as given, and the long ones one fork at a time between them. The usual turns are divided into as many
     * parts as there are long ones, and the place of a long turn is drawn in its part. So a cost that changes with time
     * does not look like a difference between usual turns and long ones.
     */
    private <P extends Player> Measured<P> play(List<P> players, Play<P> usual) {
        Measured<P> measured = new Measured<>(new LinkedHashMap<>(), new LinkedHashMap<>());
        players.forEach(player -> {
            measured.turns.put(player, new LinkedHashMap<>());
            measured.alone.put(player, new LinkedHashMap<>());
        });
        List<P> alive = new ArrayList<>(players);
        Set<Integer> places = places();
        for (int turn = 1; turn <= slicing.turns(); turn++) {
            Map<P, List<Iteration>> played = turn(turn, alive, usual);
            if (turn > 1) {
                add(turn, played, measured.turns);
            }
            if (places.contains(turn)) {
                add(turn, turn(turn, alive, this::longTurn), measured.alone);
            }
        }
        return measured;
    }

    /** Draws the usual turns after which the long turns run. */
    private Set<Integer> places() {
        Set<Integer> places = new HashSet<>();
        int longTurns = slicing.longTurns();
        for (int i = 0; i < longTurns; i++) {
            int from = 1 + (slicing.turns() - 1) * i / longTurns;
            int to = 1 + (slicing.turns() - 1) * (i + 1) / longTurns;
            places.add(from + random.nextInt(to - from));
        }
        return places;
    }

    private static <P> void add(
            int turn, Map<P, List<Iteration>> played, Map<P, Map<Integer, List<Iteration>>> measured) {
        played.forEach((player, iterations) ->
                measured.computeIfAbsent(player, p -> new LinkedHashMap<>()).put(turn, iterations));
    }

    /** Lets players run a turn in this order, and returns the measured iterations of each that is not lost. */
    private interface Play<P> {
        Map<P, List<Iteration>> turn(int number, List<P> order);
    }

    /** Runs a turn in an order that is drawn, and removes lost players. */
    private <P extends Player> Map<P, List<Iteration>> turn(int number, List<P> alive, Play<P> play) {
        if (stop.getAsBoolean()) {
            return Map.of();
        }
        List<P> order = new ArrayList<>(alive);
        Collections.shuffle(order, random);
        Map<P, List<Iteration>> played = play.turn(number, order);
        if (!stop.getAsBoolean()) {
            alive.retainAll(played.keySet());
        }
        return played;
    }

    private <P extends Player> Map<P, List<Iteration>> oneAtATime(int number, List<P> order, int perTurn, int leadIn) {
        Map<P, List<Iteration>> played = new LinkedHashMap<>();
        for (P player : order) {
            if (stop.getAsBoolean()) {
                return played;
            }
            player.turn(number, perTurn).ifPresent(iterations -> played.put(player, without(leadIn, iterations)));
        }
        return played;
    }

    private <P extends Player> Map<P, List<Iteration>> longTurn(int number, List<P> order) {
        return oneAtATime(number, order, slicing.perLongTurn(), slicing.longLeadIn());
    }

    private <P extends GatedPlayer> Map<P, List<Iteration>> allAtOnce(int number, List<P> order) {
        Map<P, List<Iteration>> played = new LinkedHashMap<>();
        order.forEach(player -> player.begin(number, slicing.perTurn()));
        for (P player : order) {
            player.end(slicing.perTurn())
                    .ifPresent(iterations -> played.put(
                            player,
                            without(slicing.leadIn(), iterations).stream()
                                    .map(Iteration::withoutWaiting)
                                    .toList()));
        }
        return played;
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

    /**
     * Returns whether the fork's collectors ran between the first of these iterations and the last, without collections in long
     * turns.
     *
     * @param alone the turns after which a long one ran
     */
    static boolean collected(Map<Integer, List<Iteration>> turns, Set<Integer> alone) {
        long before = -1;
        for (Map.Entry<Integer, List<Iteration>> turn : new TreeMap<>(turns).entrySet()) {
            for (Iteration iteration : turn.getValue()) {
                if (before >= 0 && iteration.collections() != before) {
                    return true;
                }
                before = iteration.collections();
            }
            before = alone.contains(turn.getKey()) ? -1 : before;
        }
        return false;
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
