package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.it.lab.Attempt;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Common setup of all tests of {@code hp-cli try}, and the check after each: no process is left running. */
abstract class TryScene {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    static final String BOTH = "baseline,thp";

    @TempDir
    Path folder;

    Attempt attempt;

    @BeforeEach
    void prepare() {
        attempt = new Attempt(HOST, folder);
    }

    @AfterEach
    void assertNothingRuns() {
        assertEquals(List.of(), attempt.left());
    }

    /** Returns the results, if the command succeeded. */
    Results done(Program.Ended ended) {
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return Results.in(attempt.out());
    }
}
