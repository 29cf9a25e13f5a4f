package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThpPlanTest {
    private static final long PMD = 2L << 20;

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "madvise, -,       -",
                "always,  -,       global",
                "never,   -,       global",
                "madvise, inherit, -",
                "madvise, madvise, -",
                "madvise, never,   size",
                "madvise, always,  size",
                "always,  inherit, global",
                "never,   inherit, global",
                "always,  madvise, global",
                "never,   madvise, global",
                "always,  never,   global size",
                "never,   always,  global size",
            })
    void writesTheFewestFiles(String enabled, String ofSize, String written) {
        List<HostChange> expected = written == null
                ? List.of()
                : Arrays.stream(written.split(" "))
                        .map(file -> file.equals("global")
                                ? new HostChange(ThpPlan.globalFile(), "madvise")
                                : new HostChange(ThpPlan.sizeFile(PMD), "inherit"))
                        .toList();

        assertEquals(expected, ThpPlan.madvise(enabled, Optional.ofNullable(ofSize), PMD));
    }

    @Test
    void namesTheFileOfTheSize() {
        assertEquals(
                "/sys/kernel/mm/transparent_hugepage/hugepages-32768kB/enabled",
                ThpPlan.sizeFile(32L << 20).toString());
    }

    @Test
    void refusesUnknownModes() {
        assertThrows(IllegalArgumentException.class, () -> ThpPlan.madvise("[madvise]", Optional.empty(), PMD));
        assertThrows(IllegalArgumentException.class, () -> ThpPlan.madvise("inherit", Optional.empty(), PMD));
        assertThrows(IllegalArgumentException.class, () -> ThpPlan.madvise("madvise", Optional.of("sometimes"), PMD));
    }
}
