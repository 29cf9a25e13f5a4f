package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuFilesTest {

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource({
        "max 100000, ",
        "150000 100000, 1500",
        "50000 100000, 500",
        "400000 100000, 4000",
        "1 3, 334",
        "200050 100000, 2001"
    })
    void aQuotaIsAShareOfItsPeriod(String text, Long thousandths) {
        assertEquals(Optional.ofNullable(thousandths), CpuFiles.parse(text + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "max", "100000", "1 0", "-5 100000", "x 100000", "9223372036854775807 1", "1 2 3"})
    void anythingElseIsMalformed(String text) {
        assertThrows(MalformedTextException.class, () -> CpuFiles.parse(text));
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Optional<CpuQuota> quota(String proc, String mountinfo) throws IOException {
        file("proc/self/cgroup", proc);
        file("proc/self/mountinfo", mountinfo);
        return Cgroups.readOwn(Roots.under(root)).known().orElseThrow().cpu();
    }

    @Test
    void keepsTheOwnQuotaAndTheLowestOfParentGroups() throws IOException {
        file("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/a/cpu.max", "250000 100000\n");
        file("sys/fs/cgroup/a/b/cpu.weight", "39\n");
        file("sys/fs/cgroup/a/cpu.weight", "100\n");
        assertEquals(
                Optional.of(new CpuQuota(Optional.empty(), Optional.of(2500L), Optional.of(39L))),
                quota("0::/a/b\n", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"));
    }

    @Test
    void version1HasTwoFiles() throws IOException {
        file("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "150000\n");
        file("sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/a/cpu.shares", "512\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        assertEquals(
                Optional.of(new CpuQuota(Optional.of(1500L), Optional.of(1500L), Optional.of(512L))),
                quota("4:cpu:/a\n", "30 1 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"));
    }
}
