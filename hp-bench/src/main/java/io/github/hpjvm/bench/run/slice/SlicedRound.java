package io.github.hpjvm.bench.run.slice;

import io.github.hpjvm.bench.host.Denial;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs forks that are alive at the same time and take turns, from their start to the end of the last one. */
public final class SlicedRound {
    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration START_LIMIT = Duration.ofSeconds(20);

    private SlicedRound() {}

    /**
     * A fork and its actions.
     *
     * @param fifos path of the FIFOs of its gate, without their endings
     * @param denyThp whether it starts under PR_SET_THP_DISABLE
     * @param run starts it and returns after its end, however it ended
     * @param started whether its process runs
     * @param afterTurns examines it while it waits for its last iteration
     * @param timeOut kills it because of its timeout
     */
    public record Seat<R>(
            Path fifos,
            boolean denyThp,
            Supplier<R> run,
            BooleanSupplier started,
            Runnable afterTurns,
            Runnable timeOut) {}

    /** The result of a fork, with the times of its turns. */
    public record Played<R>(R result, Timing timing) {}

    /**
     * Starts all forks, waits until they have warmed up, lets them take turns and waits for their end. If the forks
     * shall share a CPU and one of them cannot be restricted to it, they run one at a time.
     *
     * @param turnLimit time limit of a fork's turn
     * @param random draws the order in each turn
     * @param stop whether the user has requested a stop; the code that sets it also ends the forks
     * @return one entry for each seat, in their order
     */
    public static <R> List<Played<R>> play(
            List<Seat<R>> seats, Slicing slicing, Duration turnLimit, Random random, BooleanSupplier stop) {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "hp-bench fork");
            thread.setDaemon(true);
            return thread;
        });
        List<GateLine> lines = List.of();
        try {
            lines = GateLine.open(seats.stream().map(Seat::fifos).toList(), turnLimit);
            SharedCpu cpu = new SharedCpu(new Random(random.nextLong()));
            if (slicing.pinned()) {
                lines.forEach(line -> line.onMeasuringThread(cpu::take));
            }
            List<Future<R>> results = start(seats, lines, threads);
            List<GateLine> players = new ArrayList<>();
            for (GateLine line : lines) {
                if (line.ready()) {
                    players.add(line);
                }
            }
            Turns rules = new Turns(slicing, random, stop);
            boolean shared = slicing.shared() && cpu.users() == players.size();
            Turns.Measured<GateLine> measured = shared ? rules.playShared(players) : rules.play(players);
            for (int i = 0; i < seats.size(); i++) {
                if (players.contains(lines.get(i))) {
                    seats.get(i).afterTurns().run();
                }
            }
            players.forEach(GateLine::free);
            boolean collected = players.stream()
                    .anyMatch(it -> Turns.collected(
                            measured.turns().getOrDefault(it, Map.of()),
                            measured.alone().getOrDefault(it, Map.of()).keySet()));
            List<Played<R>> played = new ArrayList<>();
            for (int i = 0; i < seats.size(); i++) {
                R result = result(results.get(i));
                Timing timing = timing(measured.turns().getOrDefault(lines.get(i), Map.of()), collected);
                List<Slice> alone = Turns.slices(measured.alone().getOrDefault(lines.get(i), Map.of()), false);
                played.add(new Played<>(result, timing.withAlone(alone)));
            }
            return played;
        } finally {
            threads.shutdown();
            lines.forEach(GateLine::close);
        }
    }

    /** Starts forks with PR_SET_THP_DISABLE first, as it applies to this whole process. */
    private static <R> List<Future<R>> start(List<Seat<R>> seats, List<GateLine> lines, ExecutorService threads) {
        Map<Seat<R>, Future<R>> started = new LinkedHashMap<>();
        for (boolean deny : List.of(true, false)) {
            List<Seat<R>> some =
                    seats.stream().filter(it -> it.denyThp() == deny).toList();
            try (Denial denial = Denial.set(deny && !some.isEmpty())) {
                for (Seat<R> seat : some) {
                    GateLine line = lines.get(seats.indexOf(seat));
                    line.whenLate(seat.timeOut());
                    started.put(seat, threads.submit(() -> {
                        try {
                            return seat.run().get();
                        } finally {
                            line.ended();
                        }
                    }));
                }
                if (denial.isSet()) {
                    some.forEach(seat -> awaitStart(seat, Objects.requireNonNull(started.get(seat))));
                }
            }
        }
        return seats.stream().map(started::get).toList();
    }

    private static <R> void awaitStart(Seat<R> seat, Future<R> result) {
        long deadline = System.nanoTime() + Patience.with(START_LIMIT).toNanos();
        while (!seat.started().getAsBoolean() && !result.isDone() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private static <R> R result(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BenchException known) {
                throw new BenchException(known.getMessage(), e);
            }
            throw new BenchException("a fork could not be run: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while forks took turns", e);
        }
    }

    /**
     * Lets running players take turns of one iteration. The first turn of each warms up and is not measured.
     *
     * @param turns measured ones of each
     * @param random draws the order in each turn
     * @param stop whether the user has requested a stop
     * @return the times of the turns of each; for a lost player, those before its loss
     */
    public static <P extends Player> Map<P, Timing> alternate(
            List<P> players, int turns, Random random, BooleanSupplier stop) {
        Map<P, Timing> timings = new LinkedHashMap<>();
        new Turns(new Slicing(Duration.ZERO, 0, 1, 1 + turns, false), random, stop)
                .play(players)
                .turns()
                .forEach((player, measured) -> timings.put(player, timing(measured, false)));
        return timings;
    }

    private static Timing timing(Map<Integer, List<Iteration>> turns, boolean collected) {
        List<Slice> slices = Turns.slices(turns, collected);
        return slices.isEmpty()
                ? Timing.NONE
                : new Timing(
                        Interleave.SLICES,
                        0,
                        Optional.empty(),
                        Median.of(slices.stream()
                                .map(slice -> OptionalDouble.of(slice.wallNanos() / slice.operations()))
                                .toList()),
                        Median.of(slices.stream()
                                .map(slice -> slice.cpuNanos().isEmpty()
                                        ? OptionalDouble.empty()
                                        : OptionalDouble.of(slice.cpuNanos().getAsDouble() / slice.operations()))
                                .toList()),
                        slices);
    }

    /**
     * Runs a fork without turns, which reports the times of its iterations.
     *
     * @param run starts it and returns after its end, however it ended
     */
    public static <R> Played<R> alone(Path fifos, Supplier<R> run) {
        try (GateLine line =
                GateLine.open(List.of(fifos), Patience.with(START_LIMIT)).get(0)) {
            line.free();
            R result = run.get();
            line.ended();
            return new Played<>(result, withoutTurns(line.reported()));
        }
    }

    /**
     * Runs a fork without turns, and returns what it shows about its benchmark.
     *
     * @param run starts it and returns after its end, however it ended
     */
    public static Look look(Path fifos, Runnable run) {
        try (GateLine line =
                GateLine.open(List.of(fifos), Patience.with(START_LIMIT)).get(0)) {
            line.watch();
            run.run();
            line.ended();
            return line.look();
        }
    }

    private static Timing withoutTurns(List<Iteration> iterations) {
        double operations =
                iterations.stream().mapToDouble(Iteration::operations).sum();
        boolean cpu = !iterations.isEmpty()
                && iterations.stream().allMatch(it -> it.cpuNanos().isPresent());
        double wall = iterations.stream().mapToDouble(Iteration::wallNanos).sum() / operations;
        double used =
                iterations.stream().mapToDouble(it -> it.cpuNanos().orElse(0)).sum() / operations;
        return new Timing(
                Interleave.FORKS,
                0,
                Optional.empty(),
                wall > 0 && Double.isFinite(wall) ? OptionalDouble.of(wall) : OptionalDouble.empty(),
                cpu && used > 0 && Double.isFinite(used) ? OptionalDouble.of(used) : OptionalDouble.empty(),
                List.of());
    }
}
