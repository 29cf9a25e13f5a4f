package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Load;
import io.github.hpjvm.it.lab.MethodRecord;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Records the costs of four equal variants, with forks that take turns and then with forks one after the other. The
 * files {@code target/method/slices-LOAD-slices.tsv} are the recorded noise of {@code RecordedSlices} in hp-bench.
 * Delete them to begin anew: each call adds its rounds.
 */
class NoiseIT {
    private static final int ROUNDS = 24;

    /** {@code baseline}, {@code baseline'}, and two variants that add nothing. */
    private static final int FORKS = 4;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Load.Kind.class)
    void recordsEqualForks(Load.Kind kind) {
        Needs.lab();
        MethodRecord record = new MethodRecord("slices-" + kind.name().toLowerCase(Locale.ROOT));
        try (Load load = Load.of(kind, folder)) {
            for (String interleave : new String[] {"slices", "forks"}) {
                Results results = measure(interleave);
                assertEquals(ROUNDS * FORKS, results.runs().size());
                record.add(results);
            }
            assertTrue(load.isAlive());
        }
    }

    private Results measure(String interleave) {
        Path out = folder.resolve(interleave);
        Program.Ended ended = Cli.with("bench", "run", "--workloads", "KnownCost", "--variants", "extra0a,extra0b")
                .with("--interleave", interleave, "--rounds", ROUNDS, "-o", out)
                .setAll(HOST.handOver())
                .limit(Duration.ofMinutes(20))
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return Results.in(out);
    }
}
