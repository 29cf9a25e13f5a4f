package io.github.hpjvm.it.matrix;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real JVMs do what the page model foretells. {@code -Dhp.matrix.case='17 | pool=600 | -XX:+UseG1GC -Xmx1g'} runs one
 * case, {@code -Dhp.matrix.seed} and {@code -Dhp.matrix.cases} draw others, {@code -Dhp.matrix.out=FILE} keeps what was
 * seen.
 */
class PageModelIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void predictionsHold() {
        Needs.root();
        List<Integer> releases = Stream.of(8, 11, 17, 21, 25, 26, 27, 28)
                .filter(release -> Jdks.of(release).isPresent())
                .toList();
        long seed = Long.getLong("hp.matrix.seed", 1);
        List<Case> cases = Optional.ofNullable(System.getProperty("hp.matrix.case"))
                .map(text -> Stream.of(text.split(";")).map(Case::parse).toList())
                .orElseGet(() -> new Draw(seed, releases).cases(Integer.getInteger("hp.matrix.cases", 60)));
        Optional<ObservationTable> table = Optional.ofNullable(System.getProperty("hp.matrix.out"))
                .map(Path::of)
                .map(ObservationTable::new);
        List<Result> results =
                new Matrix(HOST, new Observer(folder)).run(cases, result -> table.ifPresent(t -> t.add(result)));
        assertFalse(results.isEmpty());
    }
}
