package io.github.hpjvm.it.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.hpjvm.bench.host.UndoFile;
import io.github.hpjvm.it.lab.Attempt;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Campaigns that change the host end at random moments. The host has its settings back at once, or after the next
 * start. The moments go to stdout and to {@code target/kills-SEED.txt}; {@code -Dhp.kill.seed=N} and
 * {@code -Dhp.kill.moments=N} repeat them.
 */
class KillIT {
    private static final int MOMENTS = Means.values().length;
    private static final int MOMENTS_IN_LAB = 100;
    private static final Duration LIMIT = Duration.ofSeconds(100);

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Attempt attempt;

    @BeforeEach
    void campaignsTakeTheLockThemselves() {
        Needs.root();
        Needs.program("unshare");
        HOST.unlock();
        attempt = new Attempt(HOST, folder);
    }

    @Test
    @Tag("slow")
    void hostIsRestoredAfterEachKindOfEnd() throws IOException {
        boolean lab = Boolean.getBoolean("hp.lab");
        long seed = Long.getLong("hp.kill.seed", new Random().nextInt(1_000_000));
        List<Moment> moments = Moment.draw(seed, Integer.getInteger("hp.kill.moments", lab ? MOMENTS_IN_LAB : MOMENTS));
        List<String> lines = new ArrayList<>();
        lines.add("kills: -Dhp.kill.seed=" + seed + " -Dhp.kill.moments=" + moments.size());
        int wrong = 0;
        int changed = 0;
        for (Moment moment : moments) {
            String result = live(moment);
            wrong += result.startsWith("WRONG") ? 1 : 0;
            changed += result.startsWith("back after") ? 1 : 0;
            lines.add(moment + ": " + result);
            System.out.println(lines.get(lines.size() - 1));
        }
        lines.add((moments.size() - wrong) + " of " + moments.size() + " right; the next start put back " + changed);
        Path target = Files.createDirectories(Path.of(System.getProperty("hp.root"), "src-it", "target"));
        Files.write(target.resolve("kills-" + seed + ".txt"), lines);
        assertEquals(0, wrong, () -> String.join("\n", lines));
    }

    /** Returns the result: {@code back at once}, {@code back after the next start} or {@code WRONG}. */
    private String live(Moment moment) {
        List<String> found = files();
        HOST.set(HostState.POOL, 0);
        HOST.set(HostState.ENABLED, "always");
        HostState before = HostState.now();
        Trees.delete(folder.resolve("out"));
        String said = moment.means().isSignal() ? signal(moment) : surround(moment);
        boolean atOnce = HostState.now().equals(before);
        Program.Ended restored = Cli.with("bench", "restore").limit(LIMIT).run();
        HostState after = HostState.now();
        List<String> problems = new ArrayList<>();
        if (!after.equals(before)) {
            problems.add("the host has " + after + " and had " + before);
        }
        if (restored.exitCode() != 0) {
            problems.add("restore: " + restored.exitCode() + " " + restored.out() + restored.err());
        }
        List<String> left = files();
        left.removeAll(found);
        if (!left.isEmpty()) {
            problems.add(UndoFile.defaultFolder() + " has " + left);
        }
        if (!attempt.left().isEmpty()) {
            problems.add("still runs: " + attempt.left());
        }
        if (!problems.isEmpty()) {
            HOST.close();
            return "WRONG " + String.join("; ", problems) + "; the campaign said: " + said;
        }
        return atOnce ? "back at once" : "back after the next start";
    }

    /** The folder of campaigns, if it exists, and its files. A program before this test may have left some. */
    private static List<String> files() {
        Path folder = UndoFile.defaultFolder();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return new ArrayList<>();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return new ArrayList<>(files.map(Path::toString).sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the command. A campaign that a signal ends is long; one that its surroundings end also ends without them.
     */
    private Program command(Moment moment) {
        int rounds = moment.means().isSignal() ? 100 : 1;
        Program program = moment.ofTry()
                ? Cli.with("try", "--provision", "--rounds", rounds, "--variants", "hugetlb")
                        .with("-o", folder.resolve("out"), "--")
                        .with(attempt.work(Jdks.running(), 8, 100))
                : Cli.with("bench", "run", "--provision", "--profile", "smoke", "--params", "size=1000")
                        .with("--variants", "hugetlb", "--rounds", rounds, "-o", folder.resolve("out"));
        return program.limit(LIMIT);
    }

    private String signal(Moment moment) {
        try (Program.Running running = command(moment)
                .through("env", "--default-signal=INT,TERM", "setsid")
                .start()) {
            long start = System.nanoTime();
            if (moment.means().isWhileChanging()) {
                Path undo = UndoFile.defaultFolder().resolve("undo.txt");
                Poll.until("the undo file", () -> Files.exists(undo) || !running.isAlive());
                start = System.nanoTime();
            }
            // A drawn moment: the test waits for no event.
            long end = start + Duration.ofMillis(moment.amount()).toNanos();
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            List<ProcessHandle> children = running.handle().descendants().toList();
            switch (moment.means()) {
                case SIGKILL, SIGKILL_WHILE_CHANGING -> Signals.kill(running.handle());
                case SIGINT -> Signals.interrupt(running.handle());
                default -> running.handle().destroy();
            }
            Program.Ended ended = running.await();
            children.forEach(Signals::kill);
            Poll.until("the end of the children", () -> children.stream().noneMatch(ProcessHandle::isAlive));
            return ended.exitCode() + " " + ended.err();
        }
    }

    private String surround(Moment moment) {
        Program program = command(moment);
        return switch (moment.means()) {
            case FULL_OUTPUT -> run(inMounts(program, folder.resolve("out"), moment.amount()));
            case FULL_RUN -> run(inMounts(program, Path.of("/run"), moment.amount()));
            case FEW_DESCRIPTORS ->
                run(program.through("/bin/sh", "-c", "ulimit -n \"$0\" && exec \"$@\"", moment.amount()));
            default -> outOfMemory(program, moment.amount());
        };
    }

    private static String run(Program program) {
        Program.Ended ended = program.run();
        return ended.exitCode() + " " + ended.err();
    }

    /**
     * Runs the program in a mount namespace of its own. The next start must find the files of this one, so it runs
     * there, too.
     */
    private static Program inMounts(Program program, Path full, int kibibytes) {
        String script = "mkdir -p \"$0\" && mount -t tmpfs -o size=" + kibibytes + "k,mode=755 full \"$0\" && { \"$@\""
                + "; code=$?; " + Cli.launcher() + " bench restore >&2; exit $code; }";
        return program.through("unshare", "-m", "/bin/sh", "-c", script, full);
    }

    private static String outOfMemory(Program program, int mebibytes) {
        try (ControlGroup group = ControlGroup.of("memory", "hp-it-kill").orElseThrow()) {
            group.maxMemory(mebibytes);
            return run(program.through("/bin/sh", "-c", "ulimit -c 0; echo $$ > \"$0\" && exec \"$@\"", group.procs()));
        }
    }

    /** Ensures that campaigns change the host by then; otherwise the moments would test nothing. */
    @Test
    void campaignsChangeTheHost() {
        HOST.set(HostState.ENABLED, "always");
        try (Program.Running running =
                command(new Moment(0, Means.SIGKILL, true, 0)).start()) {
            Poll.until("a pool", () -> !HostState.value(HostState.POOL).equals("0"));
            assertNotEquals("0", HostState.value(HostState.POOL));
            Signals.kill(running.handle());
        }
        assertEquals(0, Cli.with("bench", "restore").run().exitCode());
        assertEquals("0", HostState.value(HostState.POOL));
        assertEquals("always", HostState.value(HostState.ENABLED));
    }
}
