package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code hp-cli try} with servers that run together and are loaded in turns. */
class ServerSlicesIT extends TryScene {
    private static final String OPEN = "{port}";

    /** Runs three measured turns of one load. */
    private Program servers(String serverPort, String loadPort, Object... more) {
        return attempt.under(BOTH, "--until", "^ready on", "--load", attempt.load(Jdks.running(), loadPort, 500))
                .with("--repeat-load", "3", "--metric", "requests per second: ([0-9.]+)", "--better", "higher")
                .with(more)
                .with("--")
                .with(attempt.server(Jdks.running(), serverPort, 64));
    }

    @Test
    @Tag("slow")
    void serversOnSeparatePortsTakeTurns() {
        Program.Ended ended = servers(OPEN, OPEN, "--interleave", "slices").run();
        Results results = done(ended);
        assertTrue(ended.err().contains("run at the same time and take turns"), ended.err());
        assertTrue(ended.err().contains("one load each: 1 unmeasured, then 3 measured"), ended.err());
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals(run.variant().equals("thp") ? "THP" : "BASE", run.kind());
            assertEquals("SLICES", run.node().at("/timing/interleave").asText());
            assertEquals("[2,3,4]", run.node().at("/timing/slices/turn").toString());
            assertEquals(3, run.node().get("iterations").size());
            for (int i = 0; i < 3; i++) {
                long wall = run.node().at("/timing/slices/wallNanos/" + i).asLong();
                long cpu = run.node().at("/timing/slices/cpuNanos/" + i).asLong();
                assertTrue(wall >= 500_000_000, run.node()::toString);
                assertTrue(cpu > 0 && cpu < 4 * wall, run.node()::toString);
            }
            assertTrue(run.node().at("/price/startMillis").asLong() > 0);
            assertEquals(2, run.node().at("/jvms/0/seenAtMillis").size(), "before the first turn and after the last");
        }
        assertEquals("SLICES", results.comparison("thp").get("interleave").asText());
        String thp = attempt.output("thp", ".out").strip();
        String baseline = attempt.output("baseline", ".out").strip();
        assertNotEquals(baseline, thp);
        assertTrue(thp.matches("ready on (\\d+), told \\1"), thp);
    }

    @Test
    @Tag("slow")
    void serversOnOnePortRunOneAtATime() {
        String port = "28713";
        Program.Ended ended = servers(port, port).run();
        Results results = done(ended);
        String why = "all servers use the same port: write {port} in the command and in --load";
        assertTrue(ended.err().replaceAll("\\s+", " ").contains("run one after the other: " + why), ended.err());
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertEquals("FORKS", run.node().at("/timing/interleave").asText());
            assertEquals(why, run.node().at("/timing/whyForks").asText());
        }
        Program.Ended refused = servers(port, port, "--interleave", "slices").run();
        assertEquals(2, refused.exitCode(), refused.err());
        assertTrue(refused.err().startsWith("hp-cli try: interleave: slices are not possible: " + why), refused.err());
        assertEquals(1, refused.errLines().size(), refused.err());
    }

    @Test
    @Tag("slow")
    void otherServersGoOnWhenOneDies() {
        Program.Ended ended = attempt.under(
                        BOTH, "--until", "^ready on", "--load", attempt.load(Jdks.running(), OPEN, 300))
                .with("--repeat-load", "3", "--")
                .with(attempt.server(Jdks.running(), OPEN, 64, 1500))
                .run();
        assertEquals(1, ended.exitCode(), ended.out() + ended.err());
        Results results = Results.in(attempt.out());
        Run thp = results.run("thp");
        assertEquals("CRASHED", thp.status(), thp.node()::toString);
        String failure = thp.failure().orElse("");
        assertTrue(failure.startsWith("the server ended ") || failure.startsWith("the load ended with"), failure);
        Run baseline = results.run("baseline");
        assertEquals("OK", baseline.status(), baseline.node()::toString);
        assertEquals(3, baseline.node().at("/timing/slices/turn").size());
    }

    @Test
    void interruptEndsAllServers() {
        try (Program.Running running = attempt.under(
                        BOTH, "--until", "^ready on", "--load", attempt.load(Jdks.running(), OPEN, 60_000))
                .with("--")
                .with(attempt.server(Jdks.running(), OPEN, 64))
                .start()) {
            Poll.until("all servers and a load", () -> attempt.left().size() >= 4);
            running.handle().destroy();
            running.await();
        }
        Results results = Results.in(attempt.out());
        assertTrue(results.partial());
        results.runs().forEach(run -> assertEquals("INTERRUPTED", run.status(), run.node()::toString));
    }
}
