package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs cases, grouped by host state. */
final class Matrix {
    private final TheHost host;
    private final Predictor predictor;
    private final Observer observer;

    /**
     * Creates the matrix.
     *
     * @param folder for the files that the JVMs create
     */
    Matrix(TheHost host, Path folder) {
        this.host = host;
        this.predictor = new Predictor(folder);
        this.observer = new Observer(folder);
    }

    /**
     * Runs all cases.
     *
     * @param each receives every result as soon as it is there
     */
    List<Result> run(List<Case> cases, Consumer<Result> each) {
        List<Result> results = new ArrayList<>();
        cases.stream()
                .sorted(Comparator.comparing(Case::host).thenComparing(Case::build))
                .map(this::run)
                .peek(each)
                .forEach(results::add);
        return results;
    }

    /**
     * Runs a case, and runs it again if it disagrees: another process may have used the pool, or memory may have been
     * short.
     */
    private Result run(Case it) {
        Result first = once(it);
        boolean differs = first.verdicts().stream().anyMatch(verdict -> !verdict.agrees() && !verdict.open());
        return differs ? once(it).after(first) : first;
    }

    private Result once(Case it) {
        long start = System.nanoTime();
        Jdk jdk = Jdks.named(it.build()).orElseThrow();
        try (Scene scene = Scene.set(host, it.host())) {
            Prediction predicted = predictor.predict(it, jdk, scene);
            Observation observed = observer.observe(it, jdk, scene);
            return new Result(
                    it, Optional.of(observed), Optional.of(predicted), "", millisSince(start), Optional.empty());
        } catch (Scene.NotPossible e) {
            return new Result(
                    it, Optional.empty(), Optional.empty(), e.getMessage(), millisSince(start), Optional.empty());
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
