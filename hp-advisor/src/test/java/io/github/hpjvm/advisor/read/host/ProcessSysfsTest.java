package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSysfsTest {
    private static final long PID = 42;

    @TempDir
    Path tree;

    @BeforeEach
    void host() throws IOException {
        sysfs(tree, "madvise");
        namespace("self", "mnt:[1]");
        namespace(Long.toString(PID), "mnt:[2]");
    }

    private void namespace(String process, String mounts) throws IOException {
        Path folder =
                Files.createDirectories(tree.resolve("proc").resolve(process).resolve("ns"));
        Files.createSymbolicLink(folder.resolve("mnt"), Path.of(mounts));
    }

    private static void sysfs(Path root, String enabled) throws IOException {
        Path mm = Files.createDirectories(root.resolve("sys/kernel/mm"));
        Path thp = Files.createDirectories(mm.resolve("transparent_hugepage"));
        Files.writeString(thp.resolve("enabled"), "always [" + enabled + "] never\n");
        Files.writeString(thp.resolve("shmem_enabled"), "always [never]\n");
        Files.createDirectories(mm.resolve("hugepages/hugepages-2048kB"));
    }

    private Path rootOfProcess() {
        return tree.resolve("proc/" + PID + "/root");
    }

    private Optional<Fact<SysfsView>> read() {
        return ProcessSysfs.read(Roots.under(tree), PID);
    }

    private SysfsView view() {
        return read().orElseThrow().known().orElseThrow();
    }

    @Test
    void anEmptySysHidesAllFiles() throws IOException {
        Files.createDirectories(rootOfProcess().resolve("sys"));
        assertEquals(new SysfsView(Optional.empty(), Optional.empty(), List.of()), view());
    }

    @Test
    void otherModesAreADifference() throws IOException {
        sysfs(rootOfProcess(), "always");
        assertEquals(new SysfsView(Optional.of("always"), Optional.of("never"), List.of(Bytes.ofMiB(2))), view());
    }

    @Test
    void aContainerWithTheSameFilesIsNone() throws IOException {
        sysfs(rootOfProcess(), "madvise");
        assertEquals(Optional.empty(), read());
    }

    @Test
    void theMountsOfTheReaderAreNotRead() throws IOException {
        Files.delete(tree.resolve("proc/" + PID + "/ns/mnt"));
        Files.createSymbolicLink(tree.resolve("proc/" + PID + "/ns/mnt"), Path.of("mnt:[1]"));
        assertEquals(Optional.empty(), read());
    }

    @Test
    void aLinkToFilesOfTheHostIsNotFollowed() throws IOException {
        Files.createDirectories(rootOfProcess());
        Files.createSymbolicLink(rootOfProcess().resolve("sys"), tree.resolve("sys"));
        Fact.Absent<?> absent = (Fact.Absent<?>) read().orElseThrow();
        assertEquals(Reason.MALFORMED, absent.reason());
    }

    @Test
    void anUnreadableViewIsAbsent() throws IOException {
        Files.delete(tree.resolve("proc/" + PID + "/ns/mnt"));
        Fact.Absent<?> absent = (Fact.Absent<?>) read().orElseThrow();
        assertEquals(Reason.DENIED, absent.reason());
        assertTrue(absent.grant().contains("root"), absent.grant());
    }

    @Test
    void aTextWithoutAModeIsMalformed() throws IOException {
        sysfs(rootOfProcess(), "madvise");
        Files.writeString(rootOfProcess().resolve("sys/kernel/mm/transparent_hugepage/enabled"), "rm -rf\n");
        Fact.Absent<?> absent = (Fact.Absent<?>) read().orElseThrow();
        assertEquals(Reason.MALFORMED, absent.reason());
    }
}
