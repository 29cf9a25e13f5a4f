package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeTextTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @TempDir
    private Path nothing;

    private String text(Tenant... tenants) {
        Host host = HostFacts.read(Roots.under(nothing))
                .withPools(Fact.known(List.of(new HugePool(TWO_MIB, 400, 400, 0, 0, 0)), Source.of("/sys")));
        return SizeText.write(PoolSizes.of(List.of(tenants), 0, false, host), Optional.empty(), false);
    }

    /** Pages that seem unused may be those of the process whose need is unknown. */
    @Test
    void aLargeEnoughPoolNamesProcessesOfUnknownNeed() {
        Tenant known = Tenant.of("shop", Map.of(TWO_MIB, 168L), Map.of(), Bytes.ZERO);
        String all = text(known);
        assertTrue(all.startsWith("The pool of 2 MiB pages is large enough: 400 pages.\n"), all);
        assertTrue(all.contains("stay unused"), all);
        String some = text(known, Tenant.unknown("bank", "its arguments are unknown"));
        assertEquals(
                "The pool of 2 MiB pages is large enough, without the processes whose need is unknown: 400 pages.",
                String.join(" ", some.lines().limit(2).map(String::strip).toList())
                        .split(" Needed")[0]
                        .strip());
        assertFalse(some.contains("stay unused"), some);
    }
}
