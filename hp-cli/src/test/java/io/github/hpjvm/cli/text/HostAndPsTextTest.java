package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.facts.HugePageUsers.PoolUse;
import io.github.hpjvm.advisor.facts.HugePageUsers.ThpUse;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugeProcess;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.console.terminal.Paragraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostAndPsTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1 B",
        "1536, 1.50 KiB",
        "2097152, 2 MiB",
        "25276502016, 23.5 GiB",
        "136314880, 130 MiB",
        "9223372036854775807, 8 EiB"
    })
    void sizes(long bytes, String text) {
        assertEquals(text, Sizes.of(Bytes.of(bytes)));
    }

    @Test
    void aHostWithoutFacts(@TempDir Path nothing) {
        Host host = HostFacts.read(Roots.under(nothing));
        String text = HostText.write(host, Optional.empty(), false);
        assertTrue(text.contains("machine unknown"), text);
        assertTrue(text.contains("NOT_PRESENT"), text);
        assertTrue(text.contains("not present on this host: kernel, basePage"), text);
        assertFalse(text.contains("\033"), text);
    }

    @Test
    void aGroupThatIsOnlyDelayed(@TempDir Path tree) throws IOException {
        write(tree, "proc/self/cgroup", "0::/app\n");
        write(tree, "proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write(tree, "sys/fs/cgroup/cgroup.controllers", "memory\n");
        write(tree, "sys/fs/cgroup/app/memory.max", "max\n");
        write(tree, "sys/fs/cgroup/app/memory.high", "1073741824\n");
        write(tree, "sys/fs/cgroup/app/memory.current", "1048576\n");
        String text = HostText.write(HostFacts.read(Roots.under(tree)), Optional.empty(), false);
        assertTrue(text.replaceAll("\\s+", " ").contains("memory: no limit, delayed above 1 GiB ("), text);
    }

    @Test
    void thisHost() {
        String text = HostText.write(HostFacts.read(Roots.host()), Optional.empty(), true);
        assertTrue(text.contains("\033[1mTransparent huge pages"), text);
        assertTrue(text.lines().noneMatch(line -> line.endsWith(" ")), text);
    }

    /** A tree with a few files: each value of the JSON document is in the text too. */
    @Test
    void showsKernelCommandLineAndConfiguration(@TempDir Path tree) throws IOException {
        write(tree, "proc/cmdline", "quiet hugepagesz=1G hugepages=2 transparent_hugepage=never\n");
        write(tree, "proc/sys/kernel/osrelease", "6.12.1\n");
        write(
                tree,
                "boot/config-6.12.1",
                "CONFIG_TRANSPARENT_HUGEPAGE=y\nCONFIG_CMA=m\n# CONFIG_KSM is not set\nCONFIG_HUGETLBFS=y\n");
        write(tree, "proc/vmstat", "thp_fault_alloc 7\nallocstall_normal 3\nallocstall_movable 40\n");
        String thp = "sys/kernel/mm/transparent_hugepage/";
        write(tree, thp + "enabled", "always [madvise] never\n");
        write(tree, thp + "defrag", "always defer defer+madvise [madvise] never\n");
        write(tree, thp + "use_zero_page", "1\n");
        write(tree, thp + "shrink_underused", "0\n");
        String text = HostText.write(HostFacts.read(Roots.under(tree)), Optional.empty(), false);
        for (String line : List.of(
                "kernel command line: hugepagesz=1G hugepages=2 transparent_hugepage=never",
                "kernel built with: TRANSPARENT_HUGEPAGE, CMA=m, HUGETLBFS",
                "kernel built without: KSM",
                "also: use_zero_page 1, shrink_underused 0",
                "direct reclaim since boot: allocstall_normal 3, allocstall_movable 40",
                "since boot: thp_fault_alloc 7")) {
            assertTrue(text.lines().anyMatch(("  " + line)::equals), () -> line + " is not in " + text);
        }
    }

    private static void write(Path tree, String file, String text) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aLongListTakesSeveralLines() {
        Page page = new Page(false);
        page.list("all:", Collections.nCopies(30, "0123456789"));
        page.list("none:", List.of());
        assertTrue(page.text().lines().allMatch(line -> line.length() <= 80), page.text());
        assertEquals(30, page.text().split("0123456789", -1).length - 1);
        assertTrue(page.text().startsWith("  all: 0123456789, 0123456789,"), page.text());
        assertTrue(page.text().endsWith(" 0123456789\n"), page.text());
    }

    private static HugeProcess postgres(Optional<Container> container) {
        return new HugeProcess(
                7,
                "postgres",
                ProcessKind.POSTGRESQL,
                "postgres",
                "/usr/bin/postgres " + "x".repeat(100),
                container,
                Bytes.ZERO,
                Bytes.ofMiB(2),
                Bytes.ZERO,
                List.of(new HugetlbUse(Bytes.ofMiB(2), Bytes.ofMiB(280), Bytes.ofMiB(40), Bytes.ofMiB(6))));
    }

    private static HugePageUsers users(List<HugeProcess> processes, long notSeen, long skipped) {
        Source meminfo = Source.of("/proc/meminfo");
        HugePool pool = new HugePool(Bytes.ofMiB(2), 150, 123, 113, 0, 0);
        return new HugePageUsers(
                processes,
                3,
                notSeen,
                skipped,
                notSeen == 0 ? "" : "run as root to see the others",
                Fact.known(new ThpUse(Optional.empty(), Bytes.ofMiB(8), Bytes.ofMiB(6)), meminfo),
                Fact.known(new ThpUse(Optional.of(Bytes.ofMiB(10)), Bytes.ofMiB(4), Bytes.ofMiB(8)), meminfo),
                Fact.absent(Reason.NOT_SUPPORTED, meminfo),
                Fact.known(List.of(new PoolUse(pool, Bytes.ofMiB(46), Bytes.ofMiB(50))), meminfo));
    }

    @Test
    void processes() {
        String id = "0123456789abcdef".repeat(4);
        Container docker = new Container("docker", Optional.of(id), Optional.empty(), Optional.empty());
        String text = PsText.write(users(List.of(postgres(Optional.of(docker))), 0, 0), false);
        assertTrue(text.contains("PostgreSQL"), text);
        assertTrue(text.contains("40 MiB of 280 MiB"), text);
        assertTrue(text.contains("docker 0123456789ab  /usr/bin/postgres xxx"), text);
        assertTrue(text.contains("..."), "a long command is cut");
        assertTrue(text.contains("shared: another 6 MiB of huge pages are not mapped as huge pages"), text);
        assertTrue(text.contains("files, text: this kernel has no such counter"), text);
        assertTrue(text.contains("46 MiB to 50 MiB"), text);
        assertTrue(text.contains("226 MiB"), "113 pages are reserved and untouched");
        assertFalse(text.contains("not readable"), text);
        assertFalse(text.contains("skipped"), text);
    }

    /** The table folds its columns: all of them are printed. */
    @Test
    void noColumnIsLostOnANarrowTerminal() {
        HugePageUsers users = users(List.of(postgres(Optional.empty()), postgres(Optional.empty())), 0, 0);
        for (int width : new int[] {40, 55, 80}) {
            Paragraph.fit(width);
            try {
                String text = PsText.write(users, false);
                assertTrue(text.contains("hugetlb") && text.contains("40 MiB of 280 MiB"), text);
                assertEquals(
                        2,
                        text.lines()
                                .filter(line -> line.contains("/usr/bin/postgr"))
                                .count(),
                        text);
            } finally {
                Paragraph.fit(Integer.MAX_VALUE);
            }
        }
    }

    @Test
    void noProcess() {
        String text = PsText.write(users(List.of(), 2, 1), false);
        assertTrue(text.contains("none of the 0 processes that were read"), text);
        assertTrue(text.contains("not readable: 2 processes\n    run as root to see the others\n"), text);
        String words = String.join(" ", text.split("\\s+"));
        assertTrue(
                words.contains("skipped, because reading their mappings would take too long or stall them: 1 process"),
                text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
        assertTrue(
                PsText.write(users(List.of(), 2, 123_456_789), false).lines().allMatch(line -> line.length() <= 80),
                "whatever the length of the number");
        Paragraph.fit(60);
        try {
            String narrow = PsText.write(users(List.of(), 2, 1), false);
            assertEquals(
                    List.of(),
                    narrow.lines()
                            .filter(line -> line.contains("skipped") && line.length() > 60)
                            .toList());
        } finally {
            Paragraph.fit(Integer.MAX_VALUE);
        }
    }
}
