package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.size.Tenant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedTenantTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @TempDir
    Path temp;

    private static Tenant tenant(String command, String smaps) {
        List<Vma> vmas = Smaps.parse(smaps);
        return MappedTenant.of("process 7, " + command, command, vmas, TWO_MIB);
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
    void whatItHasOfThePoolItWillHaveAgain() {
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

    @Test
    void ofOthersOnlyWhatTheyHaveCounts() {
        String shared = """
                7f0000000000-7f0009000000 rw-s 00000000 00:01 1234 /dev/zero (deleted)
                Size:             147456 kB
                KernelPageSize:        4 kB
                Rss:                   0 kB
                VmFlags: rd wr sh mr mw me ms
                """;
        assertFalse(tenant("nginx", shared).isKnown());
        assertFalse(tenant("postgres", "").isKnown());
        assertFalse(MappedTenant.read(Roots.under(temp), 7, TWO_MIB).isKnown());
    }
}
