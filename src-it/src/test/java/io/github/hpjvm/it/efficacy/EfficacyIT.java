package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The advice has the predicted effect, for JVMs with different requests on hosts with different settings. The emitted
 * script is run, the JVM is restarted with the emitted flags, and smaps shows the pages of its heap. Then the script's
 * undo is run. The summary goes to stdout and to {@code target/efficacy-SEED.txt}.
 *
 * <ul>
 *   <li>{@code -Dhp.efficacy.case='17 | pool=130 | -XX:+UseG1GC -XX:+UseLargePages -Xmx512m'} follows that one; several
 *       are separated by semicolons.
 *   <li>{@code -Dhp.efficacy.seed=N} and {@code -Dhp.efficacy.cases=N} select the drawn cases and their number;
 *       under {@code -Plab} the seed is random.
 * </ul>
 */
@Tag("jdks")
class EfficacyIT {
    private static final List<Integer> RELEASES = List.of(8, 11, 17, 21, 25);
    private static final int CASES = 10;
    private static final int CASES_IN_LAB = 150;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void adviceHasThePredictedEffect() throws IOException {
        Needs.root();
        boolean lab = Boolean.getBoolean("hp.lab");
        long seed = Long.getLong("hp.efficacy.seed", lab ? new Random().nextInt(1_000_000) : 20_261_120);
        List<Case> cases = cases(seed, Integer.getInteger("hp.efficacy.cases", lab ? CASES_IN_LAB : CASES));
        System.out.println("efficacy: -Dhp.efficacy.seed=" + seed + " -Dhp.efficacy.cases=" + cases.size());
        long start = System.nanoTime();
        Follower follower = new Follower(HOST, folder);
        List<Followed> all = cases.stream().map(follower::follow).toList();
        EfficacySummary summary = new EfficacySummary(all);
        System.out.println(
                summary + "" + all.size() + " cases in " + (System.nanoTime() - start) / 1_000_000_000 + " s");
        write(seed, summary);
        assertTrue(all.stream().anyMatch(Followed::followed), "none could be followed");
        assertEquals(0, summary.wrong().size(), "went wrong, see above");
    }

    private static void write(long seed, EfficacySummary summary) throws IOException {
        Path target = Files.createDirectories(Path.of(System.getProperty("hp.root"), "src-it", "target"));
        List<String> lines = new ArrayList<>(List.of("seed " + seed, "", summary.toString()));
        lines.addAll(summary.details());
        Files.write(target.resolve("efficacy-" + seed + ".txt"), lines);
    }

    private static List<Case> cases(long seed, int count) {
        Optional<String> told = Optional.ofNullable(System.getProperty("hp.efficacy.case"));
        if (told.isPresent()) {
            return Stream.of(told.get().split(";")).map(Case::parse).toList();
        }
        boolean lab = Boolean.getBoolean("hp.lab");
        List<String> builds = RELEASES.stream()
                .filter(release -> Jdks.of(release).isPresent())
                .flatMap(release -> Jdks.labels(release).stream().limit(lab ? Long.MAX_VALUE : 1))
                .toList();
        Needs.that(!builds.isEmpty(), "a JDK of 8, 11, 17, 21 or 25");
        return new StartingPoints(seed, builds).draw(count);
    }
}
