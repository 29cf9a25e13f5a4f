package io.github.hpjvm.it.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
 * Real JVMs do what the page model foretells of them: those of {@code matrix/edges.txt} and some that are drawn. The
 * summary goes to stdout.
 *
 * <ul>
 *   <li>{@code -Dhp.matrix.case='17 | pool=600 | -XX:+UseG1GC -Xmx1g'} runs that one; several are separated by
 *       semicolons.
 *   <li>{@code -Dhp.matrix.seed=N} and {@code -Dhp.matrix.cases=N} say what is drawn, and how many in all; under
 *       {@code -Plab} the seed is another one each time.
 *   <li>{@code -Dhp.matrix.out=FILE} appends what was seen.
 * </ul>
 */
@Tag("jdks")
class PageModelIT {
    private static final List<Integer> RELEASES = List.of(8, 11, 17, 21, 25);

    /** They change until they are released, and few machines have them. */
    private static final List<Integer> FURTHER_RELEASES = List.of(26, 27, 28);

    private static final int CASES = 140;
    private static final int CASES_IN_LAB = 800;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void whatIsForetoldHappens() {
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
    }

    /** A release that is not here is said to be missing, once the others have been judged. */
    @Test
    void noReleaseIsMissing() {
        RELEASES.forEach(Needs::jdk);
    }

    private static List<Case> cases() {
        Optional<String> told = Optional.ofNullable(System.getProperty("hp.matrix.case"));
        if (told.isPresent()) {
            return Stream.of(told.get().split(";")).map(Case::parse).toList();
        }
        boolean lab = Boolean.getBoolean("hp.lab");
        List<Integer> releases = Stream.concat(RELEASES.stream(), lab ? FURTHER_RELEASES.stream() : Stream.empty())
                .filter(release -> Jdks.of(release).isPresent())
                .toList();
        long seed = Long.getLong("hp.matrix.seed", lab ? new Random().nextInt() : 20_261_120);
        int count = Integer.getInteger("hp.matrix.cases", lab ? CASES_IN_LAB : CASES);
        System.out.println(
                "page model: -Dhp.matrix.seed=" + seed + " -Dhp.matrix.cases=" + count + ", JDK " + releases);
        Set<Case> cases = new LinkedHashSet<>(Edges.of(releases));
        int drawn = Math.max(0, count - cases.size());
        cases.addAll(new Draw(seed, releases).cases(drawn));
        return new ArrayList<>(cases);
    }
}
