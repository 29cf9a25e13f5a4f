package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.vm.PerfData;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that a hostile owner of the root of a process can put in place of its counters. */
@Timeout(60)
class HostileTargetTest {

    private static final long PID = 4242;

    @TempDir
    Path folder;

    private Path root;
    private Path counters;
    private long uid;

    @BeforeEach
    void tree() throws IOException {
        root = folder.resolve("root");
        counters = root.resolve("tmp/hsperfdata_app/" + PID);
        Files.createDirectories(counters.getParent());
        uid = ((Number) Files.getAttribute(folder, "unix:uid")).longValue();
    }

    @Test
    void theFileOfTheProcessItself() throws IOException {
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), counters);
        assertTrue(read().known().isPresent());
    }

    @Test
    void fileInAnotherFolder() throws IOException {
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), counters);
        Files.createDirectories(root.resolve("tmp/hsperfdata_aaa"));
        Files.writeString(root.resolve("tmp/hsperfdata_aaa/" + PID), "nonsense");
        Files.writeString(root.resolve("tmp/hsperfdata_bbb"), "not a folder");
        assertTrue(read().known().isPresent());
    }

    @Test
    void fifo() throws Exception {
        assertEquals(
                0, new ProcessBuilder("mkfifo", counters.toString()).start().waitFor());
        assertAbsent(Reason.MALFORMED, "not a regular file");
    }

    @Test
    void linkToAFile() throws IOException {
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), folder.resolve("ours"));
        Files.createSymbolicLink(counters, folder.resolve("ours"));
        assertAbsent(Reason.MALFORMED, "");
    }

    @Test
    void linkToAFolderOnTheWay() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), other.resolve(Long.toString(PID)));
        Files.delete(counters.getParent());
        Files.createSymbolicLink(counters.getParent(), other);
        assertAbsent(Reason.MALFORMED, "a link");
    }

    @Test
    void linkInPlaceOfTmp() throws IOException {
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), counters);
        Files.move(root.resolve("tmp"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(root.resolve("tmp"), folder.resolve("elsewhere"));
        assertAbsent(Reason.MALFORMED, "a link");
    }

    @Test
    void sparseTerabyte() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(counters.toFile(), "rw")) {
            file.setLength(1L << 40);
        } catch (IOException e) {
            assumeTrue(false, "this file system has no sparse files of a terabyte");
        }
        assertAbsent(Reason.MALFORMED, "longer than 1 MiB");
    }

    @Test
    void folderInPlaceOfTheFile() throws IOException {
        Files.createDirectories(counters);
        assertAbsent(Reason.MALFORMED, "not a regular file");
    }

    @Test
    void emptyFile() throws IOException {
        Files.createFile(counters);
        assertAbsent(Reason.MALFORMED, "not the counters of a JVM");
    }

    @Test
    void fileOfAnotherUser() throws IOException {
        Files.copy(Resources.folder("jvm/hsperf/17-g1.bin"), counters);
        uid = uid + 1;
        assertAbsent(Reason.MALFORMED, "owned by");
    }

    @Test
    void missingFile() {
        assertAbsent(Reason.NOT_PRESENT, "");
    }

    @Test
    void missingTmp() throws IOException {
        Files.delete(counters.getParent());
        Files.delete(root.resolve("tmp"));
        assertAbsent(Reason.NOT_PRESENT, "");
    }

    @Test
    void argumentFilesAreReadBySameRules() throws Exception {
        TargetFiles files = new TargetFiles(root);
        Files.writeString(root.resolve("a"), "-Xmx1g");
        Files.createSymbolicLink(root.resolve("b"), root.resolve("a"));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", root.resolve("c").toString())
                        .start()
                        .waitFor());
        Bytes limit = Bytes.ofKiB(1);
        assertTrue(files.read(List.of("a"), Optional.empty(), limit).known().isPresent());
        for (String name : List.of("b", "c", "tmp", "d")) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30),
                    () -> assertEquals(
                            Optional.empty(),
                            files.read(List.of(name), Optional.empty(), limit).known()));
        }
        assertEquals(List.of("etc", "passwd"), TargetFiles.names("/../../etc/./x/../passwd"));
    }

    private Fact<PerfData> read() {
        return PerfData.read(root, List.of("tmp"), "hsperfdata_app", PID, uid);
    }

    private void assertAbsent(Reason reason, String excerpt) {
        Fact<PerfData> fact = assertTimeoutPreemptively(Duration.ofSeconds(30), this::read);
        assertTrue(fact instanceof Fact.Absent<PerfData> absent && absent.reason() == reason, fact::toString);
        assertTrue(fact.source().excerpt().contains(excerpt), fact::toString);
    }
}
