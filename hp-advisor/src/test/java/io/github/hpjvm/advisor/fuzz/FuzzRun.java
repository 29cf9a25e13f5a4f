package io.github.hpjvm.advisor.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The tests of a list of targets: the inputs that are kept, and the fuzzer itself. */
public final class FuzzRun {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private FuzzRun() {}

    /** A test for each target: it parses its seeds and its kept inputs as it must. */
    public static Stream<DynamicTest> keptInputs(List<? extends FuzzTarget> targets) {
        return targets.stream()
                .map(target -> dynamicTest(target.title(), () -> {
                    assertTrue(!target.seeds().isEmpty(), "no seeds");
                    FuzzCheck check = new FuzzCheck(target, 16);
                    Stream.concat(target.seeds().stream(), KeptInputs.of(target).stream())
                            .forEach(check::accept);
                }));
    }

    /**
     * Fuzzes each target for {@code -Dhp.fuzz.seconds=N}, as many at once as there are processors, and writes the table
     * {@code target/fuzz.txt}; without that property the test is skipped. Parses what the fuzzer found again at full speed,
     * because the fuzzer instruments the parsers and so cannot tell whether an input is slow. {@code -Dhp.fuzz.parsers=N} fuzzes
     * N of the targets, other ones on the next day.
     *
     * @param entry the class with {@code fuzzerTestOneInput}, which starts the target that a system property names
     */
    public static void fuzz(Class<?> entry, List<? extends FuzzTarget> targets)
            throws IOException, InterruptedException, ExecutionException {
        int seconds = Integer.getInteger("hp.fuzz.seconds", 0);
        assumeTrue(seconds > 0, "fuzzes with -Dhp.fuzz.seconds=N only");
        Jazzer jazzer = new Jazzer(entry, TARGET.resolve("fuzz"), seconds);
        List<FuzzResult> results = new ArrayList<>();
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Callable<FuzzResult>> runs = new ArrayList<>();
            ofDay(targets, LocalDate.now(ZoneOffset.UTC).toEpochDay(), Integer.getInteger("hp.fuzz.parsers", 0))
                    .forEach(target -> runs.add(() -> jazzer.run(target)));
            for (Future<FuzzResult> run : threads.invokeAll(runs)) {
                results.add(run.get());
            }
        } finally {
            threads.shutdownNow();
        }
        String table = FuzzResult.table(results);
        Files.writeString(TARGET.resolve("fuzz.txt"), table);
        System.out.print(table);
        for (FuzzResult result : results) {
            String title = result.target().title();
            assertEquals(List.of(), result.crashes(), title + ": see target/fuzz/" + title);
            assertTrue(result.ended() && result.executions() > 0, title + ": see target/fuzz/" + title + "/log.txt");
            jazzer.found(result.target()).forEach(new FuzzCheck(result.target(), 16)::accept);
        }
    }

    /** Some of the targets: after as many days as needed each had its turn. With 0, all. */
    static <T> List<T> ofDay(List<T> targets, long day, int number) {
        if (number <= 0 || number >= targets.size()) {
            return targets;
        }
        return IntStream.range(0, number)
                .mapToObj(i -> targets.get((int) ((day * number + i) % targets.size())))
                .toList();
    }
}
