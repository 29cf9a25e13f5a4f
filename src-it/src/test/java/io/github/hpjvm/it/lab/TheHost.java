package io.github.hpjvm.it.lab;

import io.github.hpjvm.bench.host.HostBusyException;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.bench.host.Provisioner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The host, for one test class: held under the project's lock, brought to a known state before each test and restored
 * after each, also when the JVM of the tests is terminated.
 */
public final class TheHost
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Provisioner provisioner = Provisioner.ofThisHost();
    private final Set<Path> keptBefore = new HashSet<>();
    private Optional<HostLock> lock = Optional.empty();
    private HostState before;
    private Thread lastWords;

    @Override
    public void beforeAll(ExtensionContext context) {
        lock();
        before = HostState.now();
        keptBefore.addAll(kept());
        lastWords = new Thread(this::end);
        Runtime.getRuntime().addShutdownHook(lastWords);
    }

    /**
     * Sets the known state: no pool, and transparent huge pages in mode madvise. A test changes only the settings that
     * matter to it.
     */
    @Override
    public void beforeEach(ExtensionContext context) {
        if (Needs.isRoot()) {
            set(HostState.POOL, 0);
            set(HostState.ENABLED, "madvise");
            set(HostState.ENABLED_2M, "inherit");
            set(HostState.DEFRAG, "madvise");
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (lock.isEmpty()) {
            lock();
        }
        close();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
        if (lastWords != null) {
            Runtime.getRuntime().removeShutdownHook(lastWords);
        }
        unlock();
    }

    /** Restores everything, and leaves no undo record for later programs. */
    @Override
    public void close() {
        if (!Needs.isRoot() || before == null) {
            return; // Nothing was changed, or the lock was not free.
        }
        try {
            provisioner.restore();
            before.putBack();
            for (Path file : kept()) {
                if (!keptBefore.contains(file)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends when the JVM of the tests is terminated while the test goes on: nothing may change the host after this. */
    private void end() {
        Program.endAll();
        try {
            if (Needs.isRoot()) {
                provisioner.shutDown();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HostState.end(before);
        }
    }

    /** Changes the host; a file that this kernel does not have is ignored. */
    public void set(Path file, Object value) {
        Needs.root();
        if (Files.exists(file) && !HostState.value(file).equals(value.toString())) {
            HostState.write(file, value.toString());
        }
    }

    /** Sets a pool of exactly that many pages; skips the test if the kernel gives fewer. */
    public void pool(long pages) {
        Needs.that(Files.exists(HostState.POOL), "a hugetlb pool");
        set(HostState.POOL, pages);
        String got = HostState.value(HostState.POOL);
        Needs.that(
                got.equals(Long.toString(pages)),
                "a hugetlb pool of " + pages + " pages of 2 MiB (the kernel gave " + got + ")");
    }

    /** Returns the environment that lets a child work under our lock; empty while we do not hold it. */
    public Map<String, String> handOver() {
        return lock.map(HostLock::handOver).orElse(Map.of());
    }

    /** Returns the notes that a restore has kept since the test class began. */
    public List<Path> keptSince() {
        return kept().stream().filter(file -> !keptBefore.contains(file)).toList();
    }

    /** Releases the lock until the end of the test. */
    public void unlock() {
        try {
            if (lock.isPresent()) {
                lock.get().close();
            }
            lock = Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes the lock again before the test ends. */
    public void relock() {
        lock();
    }

    private void lock() {
        lock = Optional.of(Poll.untilFound("the host's lock", PATIENCE, TheHost::tryLock));
    }

    private static Optional<HostLock> tryLock() {
        try {
            return Optional.of(HostLock.acquire(
                    Needs.isRoot() ? HostLock.Use.CHANGE : HostLock.Use.MEASURE, "src-it, integration tests"));
        } catch (HostBusyException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> kept() {
        try {
            return Needs.isRoot() ? provisioner.undoFile().keptFiles() : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
