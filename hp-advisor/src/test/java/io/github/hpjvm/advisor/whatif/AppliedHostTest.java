package io.github.hpjvm.advisor.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppliedHostTest {
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final Host HOST = HostFacts.read(Roots.under(Path.of("src/test/resources/hosts/madvise-default")));

    private static ThpSize of2MiB(Host host) {
        return host.thpSettings().known().orElseThrow().size(Bytes.ofMiB(2)).orElseThrow();
    }

    @Test
    void globalModeAppliesToSizesThatInheritIt() {
        assertEquals(Optional.of("never"), of2MiB(HOST).effectiveShmem());
        Host shared = AppliedHost.file(HOST, THP + "shmem_enabled", "advise");
        assertEquals(Optional.of("advise"), of2MiB(shared).effectiveShmem());
        assertEquals(
                "advise", shared.thpSettings().known().orElseThrow().files().get("shmem_enabled"));
        Host anonymous = AppliedHost.file(HOST, THP + "enabled", "always");
        assertEquals(Optional.of("always"), of2MiB(anonymous).effective());
    }

    @Test
    void modeOfASizeOverridesTheGlobalMode() {
        Host host = AppliedHost.file(HOST, THP + "hugepages-2048kB/enabled", "never");
        assertEquals(Optional.of("never"), of2MiB(host).effective());
        Host shared = AppliedHost.file(HOST, THP + "hugepages-2048kB/shmem_enabled", "always");
        assertEquals(Optional.of("always"), of2MiB(shared).effectiveShmem());
    }
}
