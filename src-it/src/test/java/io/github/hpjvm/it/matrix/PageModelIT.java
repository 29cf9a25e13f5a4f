package io.github.hpjvm.it.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares predictions of the page model with real JVMs: the cases of {@code matrix/edges.txt}, and cases that are drawn.
 * Under {@code -Plab} all builds take part, also several updates of one release. The summary goes to stdout.
 *
 * <ul>
 *   <li>{@code -Dhp.matrix.case='17 | pool=600 | -XX:+UseG1GC -Xmx1g'} runs that one; several are separated by
 *       semicolons.
 *   <li>{@code -Dhp.matrix.seed=N} and {@code -Dhp.matrix.cases=N} set the seed and the total number of cases; under
 *       {@code -Plab} the default seed is random.
 *   <li>{@code -Dhp.matrix.out=FILE} appends the observations.
 * </ul>
 */
@Tag("jdks")
class PageModelIT {
    private static final List<Integer> RELEASES = List.of(8, 11, 17, 21, 25);

    /** Releases that change until they are released, and that few machines have. */
    private static final List<Integer> FURTHER_RELEASES = List.of(26, 27, 28);

    /** Largest share of unknown regions, for a sample of the size of the lab. */
    private static final double MOST_UNKNOWN = 0.05;

    private static final int CASES = 140;
    private static final int CASES_IN_LAB = 1500;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void predictionsAreCorrect() {
        Needs.root();
        Optional<ObservationTable> table = Optional.ofNullable(System.getProperty("hp.matrix.out"))
                .map(Path::of)
                .map(ObservationTable::new);
        List<Case> cases = cases();
        long start = System.nanoTime();
        List<Result> results = new Matrix(HOST, folder).run(cases, result -> table.ifPresent(file -> file.add(result)));
        MatrixSummary summary = new MatrixSummary(results, KnownDisagreements.read());
        System.out.println(summary);
        System.out.println(cases.size() + " cases in " + (System.nanoTime() - start) / 1_000_000_000 + " s");
        assertFalse(results.isEmpty());
        assertEquals(List.of(), summary.unexpected());
        boolean many = cases.size() >= CASES_IN_LAB;
        assertTrue(!many || summary.unknownShare() <= MOST_UNKNOWN, "more than 5 % of the regions are unknown");
    }

    /** A release that is not here is said to be missing, once the others have been judged. */
    @Test
    void eachReleaseIsInstalled() {
        RELEASES.forEach(Needs::jdk);
    }

    private static List<Case> cases() {
        Optional<String> told = Optional.ofNullable(System.getProperty("hp.matrix.case"));
        if (told.isPresent()) {
            return Stream.of(told.get().split(";")).map(Case::parse).toList();
        }
        boolean lab = Boolean.getBoolean("hp.lab");
        List<String> builds = Stream.concat(RELEASES.stream(), lab ? FURTHER_RELEASES.stream() : Stream.empty())
                .filter(release -> Jdks.of(release).isPresent())
                .flatMap(release -> Jdks.labels(release).stream().limit(lab ? Long.MAX_VALUE : 1))
                .toList();
        long seed = Long.getLong("hp.matrix.seed", lab ? new Random().nextInt() : 20_261_120);
        int count = Integer.getInteger("hp.matrix.cases", lab ? CASES_IN_LAB : CASES);
        System.out.println("page model: -Dhp.matrix.seed=" + seed + " -Dhp.matrix.cases=" + count + ", JDK " + builds);
        Set<Case> cases = new LinkedHashSet<>(Edges.of(builds));
        int drawn = Math.max(0, count - cases.size());
        cases.addAll(new Draw(seed, builds).cases(drawn));
        return new ArrayList<>(cases);
    }
}
