package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code hp-cli try} of commands that fail: each has its line, and no process is left running. */
class TryFailureIT extends TryScene {
    @Test
    @Tag("slow")
    void endsCommandThatHangs() {
        Program.Ended ended = attempt.under("baseline", "--timeout", "2s", "--")
                .with(attempt.work(Jdks.running(), 8, 600_000))
                .run();
        assertEquals(1, ended.exitCode(), "no run ended well");
        Run run = Results.in(attempt.out()).run("baseline");
        assertEquals("TIMED_OUT", run.status());
        assertTrue(
                run.failure().orElse("").contains("did not end within 2 s"),
                () -> run.failure().get());
    }

    @Test
    @Tag("slow")
    void commandThatFailsInOneVariantKeepsTheOthers() {
        Path script = attempt.script(
                "case \"$JDK_JAVA_OPTIONS\" in *+UseTransparentHugePages*) echo no such luck >&2; exit 3;; esac",
                "exec " + attempt.line(Jdks.running(), 64, 2500));
        Program.Ended ended = attempt.under(BOTH).with("--", script).run();
        assertEquals(1, ended.exitCode(), ended.out() + ended.err());
        assertTrue(ended.err().contains("hp-cli try: no run of thp succeeded: exit code 3; "), ended.err());
        Results results = Results.in(attempt.out());
        assertEquals("CRASHED", results.run("thp").status());
        assertEquals(
                "exit code 3; last line: no such luck",
                results.run("thp").failure().orElse(""));
        assertFalse(results.run("thp").realised());
        assertEquals("OK", results.run("baseline").status());
        assertEquals("NOT_REALISED", results.comparison("thp").get("verdict").asText());
        assertTrue(ended.out().contains("CRASHED  thp"), ended.out());
    }

    @Test
    @Tag("slow")
    void refusesUnmeasurableCommandInOneLine() {
        refused(
                attempt.under(BOTH, "--metric", "qps = ([0-9]+)", "--better", "higher")
                        .with("--")
                        .with(attempt.work(Jdks.running(), 64, 2500)),
                1,
                "no line of its output contains the metric");
        refused(
                attempt.under(BOTH, "--", "echo", "hello"),
                4,
                "did not start a JVM that lived long enough to be examined");
        refused(attempt.under(BOTH, "--", folder.resolve("absent")), 2, "No such file or directory");
        refused(attempt.under(BOTH, "--", attempt.script("exit 7")), 1, "ended with exit code 7");
        refused(
                attempt.under(BOTH, "--", Jdks.running().java(), "-XX:+UseTransparentHugePages", "-version"),
                2,
                "-XX:+UseTransparentHugePages contradicts baseline, which sets -XX:-UseTransparentHugePages");
        refused(attempt.under(BOTH), 2, "the command is missing");
    }

    @Test
    void interruptEndsOwnProcessesOnly() {
        try (Program.Running other = attempt.bystander(Jdks.running()).start();
                Program.Running running = attempt.under(BOTH, "--")
                        .with(attempt.work(Jdks.running(), 8, 600_000))
                        .start()) {
            Poll.until("a run that works", () -> !attempt.left().isEmpty());
            running.handle().destroy();
            running.await();
            assertTrue(other.isAlive());
        }
        Results results = Results.in(attempt.out());
        assertTrue(results.partial());
        assertEquals(
                "INTERRUPTED", results.runs().get(results.runs().size() - 1).status());
    }

    @Test
    void drainsGigabytesOfOutput() {
        Needs.lab();
        Path script = attempt.script(
                attempt.line(Jdks.running(), 64, 2500),
                "yes 0123456789012345678901234567890123456789 | head -c 2500000000");
        Program.Ended ended = attempt.under("baseline", "--metric", "tps = ([0-9]+)", "--better", "higher")
                .with("--", script)
                .run();
        assertEquals("OK", done(ended).run("baseline").status());
        assertTrue(attempt.output("baseline", ".out").length() < 3_000_000);
        assertTrue(attempt.output("baseline", ".out").contains(" bytes omitted "));
    }

    private static void refused(Program program, int exitCode, String said) {
        Program.Ended ended = program.run();
        assertEquals(exitCode, ended.exitCode(), ended.err());
        List<String> lines = ended.errLines().stream()
                .filter(line -> line.startsWith("hp-cli try: "))
                .toList();
        assertEquals(1, lines.size(), ended.err());
        assertTrue(lines.get(0).contains(said), ended.err());
        assertFalse(ended.err().contains("\tat "), ended.err());
    }
}
