package io.github.hpjvm.it.matrix;

import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.TheHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs cases, those in the same host state one after the other. */
final class Matrix {
    private final TheHost host;
    private final Observer observer;

    Matrix(TheHost host, Observer observer) {
        this.host = host;
        this.observer = observer;
    }

    /**
     * Runs them all.
     *
     * @param each is told of every result as it comes
     */
    List<Result> run(List<Case> cases, Consumer<Result> each) {
        List<Result> results = new ArrayList<>();
        cases.stream()
                .sorted(Comparator.comparing(Case::host).thenComparing(Case::release))
                .map(this::run)
                .peek(each)
                .forEach(results::add);
        return results;
    }

    private Result run(Case it) {
        long start = System.nanoTime();
        Jdk jdk = Jdks.of(it.release()).orElseThrow();
        try (Scene scene = Scene.set(host, it.host())) {
            Observation observed = observer.observe(it, jdk, scene);
            return new Result(it, Optional.of(observed), "", millisSince(start));
        } catch (Scene.NotPossible e) {
            return new Result(it, Optional.empty(), e.getMessage(), millisSince(start));
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
