package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.LiveCampaign;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns of several users and in several namespaces of one host. */
class LockIT {
    private static final String NOBODY = "65534";

    /** Locks each file of its arguments that it can open, exclusively where it may write, and prints a line. */
    private static final String LOCKER = """
            use Fcntl; $| = 1; my @files;
            foreach my $name (@ARGV) {
                my $type = 1; my $file;
                unless (open($file, "+<", $name)) { $type = 0; open($file, "<", $name) or next; }
                push @files, $file;
                print "locked $name\\n" if fcntl($file, F_SETLK, pack("s s x4 q q l x4", $type, 0, 0, 0, 0));
            }
            print "ready\\n"; sleep 600;
            """;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void campaignsTakeTheLockThemselves() throws IOException {
        Needs.root();
        Needs.program("setpriv");
        Needs.program("unshare");
        HOST.unlock();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    private LiveCampaign live(Object... options) {
        return LiveCampaign.start(
                bench().command("--variants", "baseline", "--rounds", "100").with(options));
    }

    private Program asNobody(Object... options) throws IOException {
        Path tree = folder.resolve("tree");
        if (!Files.exists(tree)) {
            Trees.copy(Cli.tree(), tree, path -> false);
        }
        Path out = Files.createDirectories(folder.resolve("out of nobody"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        return nobody(Cli.at(tree.resolve("bin/hp-cli"))
                .with("bench", "run", "--profile", "smoke", "--params", "size=1000", "--variants", "baseline")
                .with("-o", out)
                .with(options));
    }

    private Program nobody(Program program) {
        return program.through("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups")
                .in(folder);
    }

    @Test
    @Tag("slow")
    void anotherUserCannotBlockRoot() throws IOException {
        Needs.program("perl");
        Path script = Files.writeString(folder.resolve("lock.pl"), LOCKER);
        Path planted = Path.of("/tmp/hp-jvm.lock");
        try (LiveCampaign first = live();
                Program.Running locker = nobody(Program.of("perl", script.toString())
                                .with(planted, "/run/hp-jvm", "/run/hp-jvm/lock", "/sys/bus/cpu/drivers_probe")
                                .with("/sys/kernel/tracing/trace_marker_raw", HostState.ENABLED, HostState.POOL))
                        .start()) {
            Poll.until("the attempts to lock", () -> locker.outSoFar().contains("ready"));
            first.kill();
            Program.Ended restored = Cli.with("bench", "restore").run();
            assertEquals(0, restored.exitCode(), restored.err());
            assertEquals(0, bench().command("--variants", "baseline").run().exitCode());
            assertTrue(locker.isAlive());
        }
    }

    @Test
    @Tag("slow")
    void campaignOfAnotherUserDoesNotBlockRoot() throws IOException {
        try (LiveCampaign other = LiveCampaign.start(asNobody("--rounds", "100"))) {
            assertEquals(0, Cli.with("bench", "restore").run().exitCode());
            Program.Ended ended = bench().command("--variants", "baseline").run();
            assertEquals(0, ended.exitCode(), ended.err());
            assertTrue(other.running().isAlive());
            Program.Ended second = asNobody().run();
            assertEquals(1, second.exitCode());
            assertTrue(second.err().contains("process " + other.running().pid() + " (hp-bench"), second.err());
        }
    }

    @Test
    void campaignOfAnotherUserYieldsToRoot() throws IOException {
        try (LiveCampaign first = live()) {
            Program.Ended ended = asNobody().run();
            assertEquals(1, ended.exitCode());
            assertEquals(1, ended.err().lines().count(), ended.err());
            assertTrue(ended.err().contains("process " + first.running().pid() + "."), ended.err());
        }
    }

    @Test
    void excludesCampaignsOfAnotherMountNamespace() {
        try (LiveCampaign first = live()) {
            Program.Ended ended = elsewhere("-m", "mount -t tmpfs none /run");
            assertEquals(1, ended.exitCode(), ended.out());
            assertEquals(1, ended.err().lines().count(), ended.err());
            assertTrue(ended.err().contains("process " + first.running().pid() + "."), ended.err());
        }
    }

    /** A privileged container has namespaces of all kinds, and a sysfs of its own. */
    @Test
    void excludesCampaignsOfAContainer() {
        try (LiveCampaign first = live()) {
            Program.Ended ended = elsewhere(
                    "-mnpfiuC", "mount -t proc none /proc; mount -t sysfs none /sys; mount -t tmpfs none /run");
            assertEquals(1, ended.exitCode(), ended.out());
            assertTrue(ended.err().contains("a process in another container"), ended.err());
            assertTrue(first.running().isAlive());
        }
    }

    private Program.Ended elsewhere(String namespaces, String mounts) {
        return new Bench(HOST, folder.resolve("second"))
                .command("--provision", "--variants", "baseline")
                .through("unshare", namespaces, "/bin/sh", "-c", mounts + "; exec \"$0\" \"$@\"")
                .run();
    }

    @Test
    @Tag("slow")
    void waitsForTheFirstCampaign() {
        try (LiveCampaign first = live();
                Program.Running second = Cli.with("bench", "run", "--wait", "--profile", "smoke", "--params")
                        .with("size=1000", "--variants", "baseline", "-o", folder.resolve("second"))
                        .start();
                Program.Running restore = Cli.with("bench", "restore", "--wait").start()) {
            String holder =
                    "waiting   for the campaign of process " + first.running().pid() + " (hp-bench";
            Poll.until("the message", () -> second.errSoFar().contains(holder));
            Poll.until("the message of restore", () -> restore.errSoFar().contains(holder));
            assertFalse(Files.exists(folder.resolve("second")));
            first.running().handle().destroy();
            Program.Ended ended = second.await();
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals(0, restore.await().exitCode());
        }
    }

    @Test
    void waitingEndsWithASignal() {
        try (LiveCampaign first = live();
                Program.Running second = Cli.with("bench", "run", "--wait", "--profile", "smoke")
                        .with("-o", folder.resolve("second"))
                        .start()) {
            Poll.until("the message", () -> second.errSoFar().contains("waiting   for"));
            second.handle().destroy();
            Program.Ended ended = second.await();
            assertEquals(143, ended.exitCode(), ended.err());
            assertFalse(ended.err().contains("\tat "), ended.err());
            assertTrue(first.running().isAlive());
        }
    }

    @Test
    void namesTheFolderWhereRunIsReadOnly() {
        Program.Ended ended = bench().command("--provision", "--variants", "hugetlb")
                .through("unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs -o ro none /run; exec \"$0\" \"$@\"")
                .run();
        assertEquals(1, ended.exitCode(), ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().contains("/run/hp-jvm"), ended.err());
        assertFalse(ended.err().contains("nr_hugepages"), ended.err());
    }

    @Test
    void measuresWhereRunIsReadOnly() {
        Program.Ended ended = bench().command("--variants", "baseline")
                .through("unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs -o ro none /run; exec \"$0\" \"$@\"")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
    }
}
