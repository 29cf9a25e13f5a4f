package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedTenantsTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @TempDir
    Path temp;

    private static final String POOL = """
                7f0000000000-7f0043200000 rw-s 00000000 00:10 1234 /anon_hugepage (deleted)
                Size:            1099776 kB
                KernelPageSize:     2048 kB
                Rss:                   0 kB
                Shared_Hugetlb:     4096 kB
                Private_Hugetlb:       0 kB
                VmFlags: rd wr sh mr mw me ms de ht
                """;

    private static Tenant tenant(String command, String smaps) {
        return tenant(new MappedTenants(TWO_MIB, false), 7, command, smaps);
    }

    /** @param smaps of the process and its children */
    private static Tenant tenant(MappedTenants tenants, long pid, String command, String... smaps) {
        List<MappedTenants.Mapped> processes = new ArrayList<>();
        for (String one : smaps) {
            List<Vma> vmas = Smaps.parse(one);
            processes.add(new MappedTenants.Mapped(pid + processes.size(), command, vmas));
        }
        return tenants.of(pid, command, processes).orElseGet(() -> Tenant.unknown("", "it maps nothing"));
    }

    /** A postmaster and its children map the same segment of 537 pages. */
    @Test
    void aSharedSegmentCountsOnce() {
        Tenant postmaster = tenant(new MappedTenants(TWO_MIB, false), 7, "postgres", POOL, POOL, POOL);
        assertEquals(Map.of(TWO_MIB, 537L), postmaster.need());
        assertEquals(Map.of(TWO_MIB, 537L), postmaster.held());
        assertEquals("process 7, postgres, and 2 child processes", postmaster.name());

        MappedTenants both = new MappedTenants(TWO_MIB, false);
        assertEquals(Map.of(TWO_MIB, 537L), tenant(both, 7, "postgres", POOL).need());
        Tenant child = tenant(both, 8, "postgres", POOL);
        assertEquals(Map.of(), child.need());
        assertTrue(child.isKnown());
        assertTrue(child.name().contains("counted above"), child.name());
        Tenant another = tenant(both, 9, "postgres", POOL.replace("1234", "1235"));
        assertEquals(Map.of(TWO_MIB, 537L), another.need());
    }

    @Test
    void sharedMemoryOutsideOfThePoolCountsOnce() {
        String zero = """
                7f0000000000-7f0008e2e000 rw-s 00000000 00:01 1234 /dev/zero (deleted)
                Size:             145592 kB
                KernelPageSize:        4 kB
                Rss:               20000 kB
                VmFlags: rd wr sh mr mw me ms
                """;
        MappedTenants both = new MappedTenants(TWO_MIB, false);
        Tenant first = tenant(both, 7, "postgres", zero.replace("20000", "10000"), zero);
        assertEquals(Map.of(TWO_MIB, 72L), first.need());
        assertEquals(Bytes.ofKiB(20000), first.givenBack());
        assertEquals(Map.of(), tenant(both, 8, "postgres", zero).need());
    }

    @Test
    void anInheritedPrivateMappingCountsItsCopiedPages() {
        String parent = POOL.replace("rw-s", "rw-p");
        String child = parent.replace("Private_Hugetlb:       0 kB", "Private_Hugetlb:    2048 kB");
        Tenant tenant = tenant(new MappedTenants(TWO_MIB, false), 7, "qemu-kvm", parent, child);
        assertEquals(Map.of(TWO_MIB, 538L), tenant.need());
    }

    /** 145592 KiB are 71.09 pages: 71 are not enough. */
    @Test
    void thePagesOfPostgresqlAreRoundedUp() {
        Tenant tenant = tenant("postgres", """
                7f0000000000-7f0008e2e000 rw-s 00000000 00:01 1234 /dev/zero (deleted)
                Size:             145592 kB
                KernelPageSize:        4 kB
                Rss:               20000 kB
                VmFlags: rd wr sh mr mw me ms
                7f0010000000-7f0010001000 rw-s 00000000 00:01 99 /dev/zero (deleted)
                Size:                  4 kB
                KernelPageSize:        4 kB
                Rss:                   4 kB
                VmFlags: rd wr sh mr mw me ms
                """);
        assertEquals(Map.of(TWO_MIB, 72L), tenant.need());
        assertEquals(Map.of(), tenant.held());
        assertEquals(Bytes.ofKiB(20000), tenant.givenBack());
    }

    @Test
    void aRestartedJvmTakesItsPagesAgain() {
        Tenant tenant = tenant("postgres", """
                7f0000000000-7f0009000000 rw-s 00000000 00:01 1234 /anon_hugepage (deleted)
                Size:             147456 kB
                KernelPageSize:     2048 kB
                Rss:                   0 kB
                Shared_Hugetlb:     4096 kB
                Private_Hugetlb:       0 kB
                VmFlags: rd wr sh mr mw me ms de ht
                """);
        assertEquals(Map.of(TWO_MIB, 72L), tenant.need());
        assertEquals(Map.of(TWO_MIB, 72L), tenant.held());
    }

    /** A JVM is the root, and the first of its children has ended, or is a zombie, which has no mappings. */
    @Test
    void aChildThatEndsMeanwhileDoesNotCount() throws IOException {
        Path proc = temp.resolve("proc");
        Files.createDirectories(proc.resolve("8"));
        Files.writeString(proc.resolve("8/smaps"), "");
        MappedTenants tenants = new MappedTenants(TWO_MIB, true);
        Roots roots = Roots.under(temp);
        assertEquals(Optional.empty(), tenants.find(roots, 6, List.of(7L, 8L)));
        Files.createDirectories(proc.resolve("9"));
        Files.writeString(proc.resolve("9/smaps"), POOL);
        Files.writeString(proc.resolve("9/status"), "Name:\tpostgres\n");
        Tenant tenant = tenants.find(roots, 6, List.of(7L, 8L, 9L)).orElseThrow();
        assertEquals(Map.of(TWO_MIB, 537L), tenant.need());
        assertEquals("process 9, postgres", tenant.name());
        assertFalse(tenants.find(roots, 7, List.of(7L, 9L)).orElseThrow().isKnown(), "the process that was named");
    }

    @Test
    void onlyMappedPagesOfOthersCount() {
        String shared = """
                7f0000000000-7f0009000000 rw-s 00000000 00:01 1234 /dev/zero (deleted)
                Size:             147456 kB
                KernelPageSize:        4 kB
                Rss:                   0 kB
                VmFlags: rd wr sh mr mw me ms
                """;
        assertFalse(tenant("nginx", shared).isKnown());
        assertFalse(tenant("postgres", "").isKnown());
        assertFalse(new MappedTenants(TWO_MIB, false)
                .read(Roots.under(temp), List.of(7L))
                .isKnown());
    }
}
