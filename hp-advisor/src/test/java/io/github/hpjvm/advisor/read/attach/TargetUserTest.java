package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.syscall.KernelAbi;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.read.syscall.NativeCalls;
import io.github.hpjvm.advisor.read.syscall.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that acts as another user: its rights, and the rights of that user over it. */
@Timeout(60)
class TargetUserTest {

    private static final long USER = 65_532;
    private static final Path OWN_STATUS = Path.of("/proc/thread-self/status");

    /** Prints a line for each access to a task that the kernel grants. */
    private static final String PROBE = "kill -0 $1 && echo signal; cat /proc/$1/environ && echo environment;"
            + " readlink /proc/$1/cwd; ls /proc/$1/cwd/ && echo folder; ls /proc/$1/fd && echo descriptors;"
            + " cat /proc/$1/maps && echo memory; true";

    @BeforeEach
    void root() throws IOException {
        assumeTrue(status().uid().orElse(-1) == 0, "needs root");
    }

    private static ProcStatus status() throws IOException {
        return StatusFile.parse(Files.readString(OWN_STATUS));
    }

    private static TargetUser user(long millis) {
        return new TargetUser(
                NativeAccess.findForOnce().known().orElseThrow(),
                KernelAbi.here().orElseThrow(),
                USER,
                USER,
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static Optional<String> field(ProcStatus status, String name) {
        return status.field(name).map(text -> text.strip().replaceAll("\\s+", " "));
    }

    @Test
    void changesOneThreadOnly() throws IOException {
        ProcStatus before = status();
        AtomicReference<ProcStatus> seen = new AtomicReference<>();
        user(10_000).run(() -> seen.set(status()));
        String ids = "0 " + USER + " 0 " + USER;
        assertEquals(Optional.of(ids), field(seen.get(), "Uid"));
        assertEquals(Optional.of(ids), field(seen.get(), "Gid"));
        assertEquals("", field(seen.get(), "Groups").orElse(""));
        assertEquals(Optional.of("0000000000000000"), field(seen.get(), "CapEff"));
        for (String name : List.of("Uid", "Gid", "Groups", "CapEff", "CapPrm")) {
            assertEquals(field(before, name), field(status(), name));
            assertEquals(
                    field(before, name), field(StatusFile.parse(Files.readString(Path.of("/proc/self/status"))), name));
        }
    }

    @Test
    void grantsUserNothing() throws Exception {
        CompletableFuture<String> task = new CompletableFuture<>();
        CountDownLatch probed = new CountDownLatch(1);
        CompletableFuture<Void> acting = CompletableFuture.runAsync(() -> {
            try {
                user(30_000).run(() -> {
                    task.complete(Files.readSymbolicLink(Path.of("/proc/thread-self"))
                            .getFileName()
                            .toString());
                    await(probed);
                });
            } catch (IOException e) {
                task.completeExceptionally(e);
            }
        });
        try {
            assertEquals("", probe(task.get()));
        } finally {
            probed.countDown();
            acting.get();
        }
        Process own = asUser("sleep", "30");
        try {
            String granted = probe(Long.toString(own.pid()));
            assertTrue(granted.contains("signal") && granted.contains("folder"), granted);
        } finally {
            own.destroyForcibly();
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static String probe(String task) throws IOException {
        Process shell = asUser("sh", "-c", PROBE, "sh", task);
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Process asUser(String... command) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups", "--"));
        words.addAll(List.of(command));
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void passesErrorOfActionOn() {
        IOException thrown = assertThrows(
                IOException.class,
                () -> user(10_000).run(() -> {
                    throw new IOException("from the action");
                }));
        assertEquals("from the action", thrown.getMessage());
    }

    @Test
    void leavesSlowActionBehind() {
        CountDownLatch end = new CountDownLatch(1);
        assertThrows(AttachSocket.TimeoutException.class, () -> user(100).run(() -> await(end)));
        end.countDown();
    }

    /** As in a container without CAP_SETUID. */
    @Test
    void runsNoActionAsRoot() {
        NativeCalls refusing = new NativeCalls() {
            @Override
            public int openat(int folder, String name, int flags) {
                return -1;
            }

            @Override
            public long syscall(long number, long first, long second, long third) throws RefusedCallException {
                throw new RefusedCallException(1);
            }

            @Override
            public int ioctl(int descriptor, long request, long argument) {
                return -1;
            }

            @Override
            public void close(int descriptor) {}

            @Override
            public long address(ByteBuffer direct) {
                return 0;
            }
        };
        AtomicReference<String> ran = new AtomicReference<>("no");
        TargetUser user = new TargetUser(
                refusing, KernelAbi.X86_64, USER, USER, System.nanoTime() + TimeUnit.SECONDS.toNanos(10));
        assertThrows(IOException.class, () -> user.run(() -> ran.set("yes")));
        assertEquals("no", ran.get());
    }
}
