package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.FakeJava;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Forks that do not end normally: the campaign continues and reports them. */
class FailureIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    /** Returns the fork of that round and variant, while it works. */
    private ProcessHandle fork(Program.Running campaign, int round, String variant) {
        return Poll.untilFound(
                "the fork of " + variant + " in round " + round, () -> working(campaign, round, variant));
    }

    private Optional<ProcessHandle> working(Program.Running campaign, int round, String variant) {
        if (!campaign.isAlive()) {
            throw new AssertionError("it ended before: " + campaign.errSoFar());
        }
        return bench().forks()
                .live(round, variant)
                .filter(text -> text.contains("ready arguments"))
                .flatMap(text -> bench().forks().running(campaign.handle(), round, variant));
    }

    /** Kills a fork of that variant while it works, and returns its round. If one ends before, it is the next one. */
    private int killed(Program.Running campaign, String variant) {
        return Poll.untilFound(
                "a fork of " + variant,
                () -> Stream.of(2, 3, 4)
                        .filter(round -> kills(campaign, round, variant))
                        .findFirst());
    }

    /** A stopped process cannot end before it is killed. */
    private boolean kills(Program.Running campaign, int round, String variant) {
        Optional<ProcessHandle> fork = working(campaign, round, variant).filter(Signals::stopped);
        fork.ifPresent(Signals::kill);
        return fork.isPresent();
    }

    @Test
    @Tag("slow")
    void repeatsTheRoundOfAKilledFork() {
        Program.Ended ended;
        int round;
        try (Program.Running campaign =
                bench().command("--variants", "thp", "--rounds", "4").start()) {
            round = killed(campaign, "thp");
            ended = campaign.await();
        }
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(bench().out());
        assertFalse(results.partial());
        assertEquals(15, results.runs().size(), "four rounds, and one in place of that of the fork");
        for (Run run : results.runs()) {
            boolean killed = run.round() == round && run.variant().equals("thp");
            assertEquals(
                    killed ? "CRASHED" : "OK", run.status(), () -> run.node().toString());
            assertEquals(!killed, run.realised());
            assertEquals(killed, run.node().get("score").isNull());
        }
        assertEquals(4, results.comparison("thp").get("rounds").asInt());
        assertTrue(ended.out().contains("CRASHED  thp"), ended.out());
        assertTrue(ended.out().contains("4 of 5"), ended.out());
    }

    @Test
    void killsForkThatHangs() {
        Needs.lab();
        Program.Ended ended;
        try (Program.Running campaign = bench().command("--variants", "thp").start()) {
            ProcessHandle fork = fork(campaign, 1, "thp");
            Signals.stop(fork);
            ended = campaign.await();
            assertFalse(fork.isAlive());
        }
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(ended.err().contains("timeout per fork: "), "the time is stated: " + ended.err());
        Results results = Results.in(bench().out());
        assertEquals("TIMED_OUT", results.run("thp").status());
        assertEquals("OK", results.run("baseline").status());
        assertEquals("NOT_REALISED", results.comparison("thp").get("verdict").asText());
    }

    @Test
    void refusedVariantKeepsTheOthers() {
        Path home = FakeJava.thatDiesOf(folder.resolve("home"), Jdks.running(), "-XX:+UseTransparentHugePages");
        Measured measured = bench().measure("--jvm", home, "--variants", "thp");
        assertEquals("NOT_STARTED", measured.run("thp").status());
        assertTrue(measured.run("thp").failure().isPresent());
        assertFalse(measured.run("thp").realised());
        assertEquals("OK", measured.run("baseline").status());
        assertEquals("OK", measured.run("baseline'").status());
        assertEquals(
                "NOT_REALISED",
                measured.results().comparison("thp").get("verdict").asText());
        assertTrue(
                measured.ended().out().contains("NOT_STARTED  thp"),
                measured.ended().out());
    }

    @Test
    @Tag("slow")
    void seesPoolThatShrinksBetweenRounds() {
        HOST.pool(700);
        Program.Ended ended;
        try (Program.Running campaign =
                bench().command("--variants", "hugetlb", "--rounds", "3").start()) {
            Poll.until(
                    "the end of the first fork on the pool",
                    () -> bench().forks().file(1, "hugetlb", ".log").isPresent());
            HOST.set(HostState.POOL, 100);
            ended = campaign.await();
        }
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(bench().out());
        assertTrue(results.runs("hugetlb").get(0).realised());
        Run last = results.runs("hugetlb").get(2);
        assertEquals("OK", last.status());
        assertFalse(last.realised());
        assertEquals("BASE", last.kind());
        long realised = results.runs("hugetlb").stream().filter(Run::realised).count();
        assertEquals(
                realised, results.comparison("hugetlb").get("rounds").asLong(), "only realised rounds are compared");
        assertTrue(ended.out().contains(realised + " of 3"), ended.out());
    }

    @Test
    void campaignWithoutResultsFails() {
        Path home = FakeJava.thatDiesOf(folder.resolve("home"), Jdks.running(), "-XX:+AlwaysPreTouch");
        Program.Ended ended =
                bench().command("--jvm", home, "--variants", "baseline,thp").run();
        assertEquals(1, ended.exitCode(), ended.err());
        Results results = Results.in(bench().out());
        assertEquals(
                List.of("NOT_STARTED", "NOT_STARTED", "NOT_STARTED"),
                results.runs().stream().map(Run::status).toList());
    }
}
