package io.github.hpjvm.bench.host;

import static io.github.hpjvm.bench.host.FakeHost.CHANGES;
import static io.github.hpjvm.bench.host.FakeHost.POOL;
import static io.github.hpjvm.bench.host.FakeHost.THP;
import static io.github.hpjvm.bench.host.FakeHost.THP_2M;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProvisionerTest {
    private static final List<String> AT_FIRST = List.of("0", "never", "never");
    private static final List<String> CHANGED = List.of("700", "madvise", "inherit");

    @TempDir
    Path folder;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws IOException {
        host = FakeHost.in(folder.resolve("host"));
    }

    @Test
    void changesAndRestores() throws IOException {
        Provisioner provisioner = provisioner(host.files());

        Provision provision = provisioner.apply(CHANGES);

        assertTrue(provision.took());
        assertEquals(
                new AppliedChange(POOL, "0", "700", "700"), provision.of(POOL).orElseThrow());
        assertEquals(CHANGED, host.values());

        RestoreReport report = provisioner.restore();

        assertTrue(report.isComplete(), report.toString());
        assertEquals(
                List.of(THP_2M, THP, POOL),
                report.entries().stream().map(one -> one.entry().file()).toList());
        assertEquals(AT_FIRST, host.values());
        assertFalse(Files.exists(undoFile().path()));
        assertEquals(RestoreReport.nothing(), provisioner.restore());
    }

    @Test
    void doesNotWriteAValueThatIsAlreadySet() throws IOException {
        host.set(THP, "always [madvise] never");
        HostFiles readOnly = Hooked.refusing(host.files(), THP, new IOException("must not be written"));

        Provision provision = provisioner(readOnly).apply(List.of(new HostChange(THP, "madvise")));

        assertEquals(List.of(new AppliedChange(THP, "madvise", "madvise", "madvise")), provision.changes());
        assertFalse(provision.changes().get(0).written());
        assertFalse(Files.exists(folder.resolve("undo")));
    }

    @Test
    void notesTheChangeBeforeTheWrite() throws IOException {
        HostFiles looking = new Hooked(host.files()) {
            @Override
            public void write(HostChange change) throws IOException {
                UndoEntry announced =
                        undoFile().read().orElseThrow().entryOf(change.file()).orElseThrow();
                assertEquals(value(change.file()), announced.found());
                assertEquals(change.value(), announced.wanted());
                assertTrue(announced.readBack().isEmpty());
                super.write(change);
            }
        };

        provisioner(looking).apply(CHANGES);

        Undo undo = undoFile().read().orElseThrow();
        assertEquals(FakeHost.BOOT, undo.bootId());
        assertEquals(ProcessHandle.current().pid(), undo.pid());
        assertEquals(
                CHANGED,
                undo.entries().stream()
                        .map(entry -> entry.readBack().orElseThrow())
                        .toList());
    }

    @Test
    void reportsTheValueReadBack() throws IOException {
        Provisioner provisioner = provisioner(Hooked.shortOfMemory(host.files(), 650));

        Provision provision = provisioner.apply(CHANGES);

        assertFalse(provision.took());
        assertEquals(
                new AppliedChange(POOL, "0", "700", "650"), provision.of(POOL).orElseThrow());
        assertTrue(provisioner.restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void furtherChangesKeepTheFirstFoundValue() throws IOException {
        Provisioner provisioner = provisioner(Hooked.shortOfMemory(host.files(), 650));
        provisioner.apply(List.of(new HostChange(POOL, "100")));
        provisioner.apply(List.of(new HostChange(THP, "always")));
        provisioner.apply(List.of(new HostChange(POOL, "700")));

        assertEquals("650", host.files().value(POOL));
        assertEquals(2, undoFile().read().orElseThrow().entries().size());
        assertTrue(provisioner(host.files()).restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("x"), "permission denied; run as root"),
                Arguments.of(new FileSystemException("x", null, "Read-only file system"), "mounted read-only"),
                Arguments.of(new IOException("Invalid argument"), "refuses this value"),
                Arguments.of(new IOException("Operation not permitted"), "operation not permitted"),
                Arguments.of(new NoSuchFileException("x"), "no such file"),
                Arguments.of(new IOException("Input/output error"), "Input/output error"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusedChangeUndoesTheWholeCall(IOException refusal, String why) throws IOException {
        Provisioner provisioner = provisioner(Hooked.refusing(host.files(), THP_2M, refusal));

        ProvisionException failed = assertThrows(ProvisionException.class, () -> provisioner.apply(CHANGES));

        assertTrue(failed.getMessage().startsWith("cannot write inherit to " + THP_2M + ": "), failed.getMessage());
        assertTrue(failed.getMessage().contains(why), failed.getMessage());
        assertTrue(failed.getMessage().endsWith("All changes of this call were undone."), failed.getMessage());
        assertFalse(failed.getMessage().contains("\n"));
        assertEquals(AT_FIRST, host.values());
        assertFalse(Files.exists(undoFile().path()));
    }

    @Test
    void aRefusedCallLeavesEarlierCallsInPlace() throws IOException {
        Provisioner provisioner =
                provisioner(Hooked.refusing(host.files(), THP_2M, new IOException("Invalid argument")));
        provisioner.apply(List.of(new HostChange(POOL, "100"), new HostChange(THP, "always")));

        assertThrows(ProvisionException.class, () -> provisioner.apply(CHANGES));

        assertEquals(List.of("100", "always", "never"), host.values());
        assertTrue(provisioner.restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void aValueThatCannotBeRestoredIsReportedAndNoted() throws IOException {
        HostFiles oneWay = new Hooked(host.files()) {
            @Override
            public void write(HostChange change) throws IOException {
                if (change.file().equals(THP_2M) || change.value().equals("0")) {
                    throw new IOException("Input/output error");
                }
                super.write(change);
            }
        };

        ProvisionException failed =
                assertThrows(ProvisionException.class, () -> provisioner(oneWay).apply(CHANGES));

        assertTrue(failed.getMessage().contains("Some values could not be restored (" + POOL), failed.getMessage());
        assertEquals(List.of("700", "never", "never"), host.values());
        assertTrue(provisioner(host.files()).restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void anAbsentFileIsAFailureToo() throws IOException {
        Files.delete(host.at(THP_2M));

        ProvisionException failed = assertThrows(
                ProvisionException.class, () -> provisioner(host.files()).apply(CHANGES));

        assertTrue(failed.getMessage().contains("no such file"), failed.getMessage());
        assertEquals("0", host.files().value(POOL));
    }

    @Test
    void doesNotChangeAValueThatCouldNotBeRestored() throws IOException {
        host.set(POOL, "1\t2");

        ProvisionException failed = assertThrows(
                ProvisionException.class, () -> provisioner(host.files()).apply(CHANGES));

        assertTrue(failed.getMessage().contains("could not be restored later"), failed.getMessage());
        assertEquals("1\t2", host.files().value(POOL));
    }

    @Test
    void nothingIsChangedWithoutAnUndoFile() throws IOException {
        Files.createFile(folder.resolve("undo"));

        assertThrows(IOException.class, () -> provisioner(host.files()).apply(CHANGES));
        assertEquals(AT_FIRST, host.values());
    }

    /** The file system of the undo is full from the second change on. */
    @Test
    void restoresOnAFullDisk() throws IOException {
        HostFiles filling = new Hooked(host.files()) {
            @Override
            public void write(HostChange change) throws IOException {
                super.write(change);
                if (change.file().equals(POOL)) {
                    Files.createDirectories(folder.resolve("undo/undo.txt.new/full"));
                }
            }
        };

        ProvisionException failed = assertThrows(
                ProvisionException.class, () -> provisioner(filling).apply(CHANGES));

        assertTrue(
                failed.getMessage()
                        .startsWith("cannot write the undo file " + undoFile().path()),
                failed.getMessage());
        assertFalse(failed.getMessage().contains("nr_hugepages"), failed.getMessage());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void namesTheFolderThatCannotBeCreated() throws IOException {
        Path absent = folder.resolve("absent/hp-jvm");
        Provisioner provisioner = new Provisioner(new UndoFile(absent), host.files(), () -> FakeHost.BOOT);

        ProvisionException failed = assertThrows(ProvisionException.class, () -> provisioner.apply(CHANGES));

        assertEquals(
                "cannot create the folder " + absent + ": " + absent.getParent() + " does not exist"
                        + ". All changes of this call were undone.",
                failed.getMessage());
    }

    @Test
    void aForeignValueIsReportedAndKept() throws IOException {
        Provisioner provisioner = provisioner(host.files());
        provisioner.apply(CHANGES);
        host.set(POOL, "1000");

        RestoreReport report = provisioner.restore();

        assertFalse(report.isComplete());
        assertEquals(List.of("1000", "never", "never"), host.values());
        Restored foreign = report.entries().get(2);
        assertInstanceOf(Restored.Foreign.class, foreign);
        assertTrue(foreign.line().contains("it holds 1000"), foreign.line());
        assertTrue(foreign.line().endsWith("echo 0 > /proc/sys/vm/nr_hugepages"), foreign.line());
        assertEquals(
                List.of(POOL),
                undoFile().read(report.keptIn().orElseThrow()).orElseThrow().entries().stream()
                        .map(UndoEntry::file)
                        .toList());
        assertEquals(RestoreReport.nothing(), provisioner.restore());
        assertEquals("1000", host.files().value(POOL));
    }

    @Test
    void aForeignValueIsNotOverwrittenByAFurtherChange() throws IOException {
        Provisioner provisioner = provisioner(host.files());
        provisioner.apply(CHANGES);
        host.set(POOL, "1000");

        ProvisionException failed =
                assertThrows(ProvisionException.class, () -> provisioner.apply(List.of(new HostChange(POOL, "800"))));

        assertTrue(failed.getMessage().contains("Another process changed it"), failed.getMessage());
        assertEquals("1000", host.files().value(POOL));
    }

    @Test
    void aValueRestoredByAnotherProcessIsAccepted() throws IOException {
        Provisioner provisioner = provisioner(host.files());
        provisioner.apply(CHANGES);
        host.set(POOL, "0");

        RestoreReport report = provisioner.restore();

        assertTrue(report.isComplete());
        assertInstanceOf(Restored.AlreadyRestored.class, report.entries().get(2));
    }

    @Test
    void afterARebootNothingIsApplied() throws IOException {
        provisioner(host.files()).apply(CHANGES);
        Provisioner rebooted = new Provisioner(undoFile(), host.files(), () -> "another-boot");

        assertThrows(ProvisionException.class, () -> rebooted.apply(CHANGES));
        RestoreReport report = rebooted.restore();

        assertEquals(CHANGED, host.values());
        assertTrue(report.entries().stream().allMatch(Restored.OtherBoot.class::isInstance), report.toString());
        assertEquals(4, report.lines().size());
        assertEquals(List.of(report.keptIn().orElseThrow()), undoFile().keptFiles());
        rebooted.apply(List.of(new HostChange(POOL, "5")));
        assertTrue(rebooted.restore().isComplete());
        assertEquals("700", host.files().value(POOL));
    }

    @Test
    void anUnknownBootChangesNothing() throws IOException {
        provisioner(host.files()).apply(CHANGES);
        Provisioner lost = new Provisioner(undoFile(), host.files(), () -> {
            throw new UncheckedIOException(new IOException("no boot id"));
        });

        assertThrows(IOException.class, lost::restore);
        assertThrows(IOException.class, () -> lost.apply(List.of(new HostChange(POOL, "1"))));
        assertEquals(CHANGED, host.values());
    }

    @Test
    void aRestoreThatIsRefusedCanBeRepeated() throws IOException {
        provisioner(host.files()).apply(CHANGES);
        Provisioner unprivileged = provisioner(Hooked.refusing(host.files(), POOL, new AccessDeniedException("x")));

        RestoreReport first = unprivileged.restore();

        assertInstanceOf(Restored.Failed.class, first.entries().get(2));
        assertTrue(first.entries().get(2).line().contains("permission denied"));
        assertEquals(List.of("700", "never", "never"), host.values());
        assertTrue(provisioner(host.files()).restore().isComplete());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void pagesInUseAreReportedAndForgotten() throws IOException {
        provisioner(host.files()).apply(CHANGES);
        HostFiles inUse = new Hooked(host.files()) {
            @Override
            public void write(HostChange change) throws IOException {
                super.write(change.file().equals(POOL) ? new HostChange(POOL, "12") : change);
            }
        };

        RestoreReport report = provisioner(inUse).restore();

        Restored.Differs notTaken =
                assertInstanceOf(Restored.Differs.class, report.entries().get(2));
        assertEquals("12", notTaken.current());
        assertFalse(report.isComplete());
        assertEquals(RestoreReport.nothing(), provisioner(host.files()).restore());
    }

    @Test
    void afterTheEndNothingIsChanged() throws IOException {
        Provisioner provisioner = provisioner(host.files());
        provisioner.apply(CHANGES);

        assertTrue(provisioner.shutDown().isComplete());
        assertThrows(ProvisionException.class, () -> provisioner.apply(CHANGES));
        assertEquals(RestoreReport.nothing(), provisioner.shutDown());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void twoThreadsMayRestore() throws Exception {
        Provisioner provisioner = provisioner(host.files());
        provisioner.apply(CHANGES);
        List<RestoreReport> reports = new CopyOnWriteArrayList<>();
        List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                    try {
                        reports.add(provisioner.restore());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .limit(4)
                .toList();

        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertEquals(4, reports.size());
        assertEquals(3, reports.stream().filter(RestoreReport.nothing()::equals).count());
        assertEquals(AT_FIRST, host.values());
    }

    @Test
    void fromADamagedUndoNothingIsApplied(TestReporter reporter) throws IOException {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        provisioner(host.files()).apply(CHANGES);
        byte[] whole = Files.readAllBytes(undoFile().path());
        for (int i = 0; i < 200; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(undoFile().path(), damaged);

            assertThrows(
                    DamagedUndoException.class, () -> provisioner(host.files()).restore(), () -> "-Dhp.seed=" + seed);
            assertThrows(
                    DamagedUndoException.class,
                    () -> provisioner(host.files()).apply(List.of(new HostChange(POOL, "1"))),
                    () -> "-Dhp.seed=" + seed);
            assertArrayEquals(damaged, Files.readAllBytes(undoFile().path()));
            assertEquals(CHANGED, host.values());
        }
        Files.write(undoFile().path(), whole);
        assertTrue(provisioner(host.files()).restore().isComplete());
    }

    private UndoFile undoFile() {
        return new UndoFile(folder.resolve("undo"));
    }

    private Provisioner provisioner(HostFiles files) {
        return new Provisioner(undoFile(), files, () -> FakeHost.BOOT);
    }
}
