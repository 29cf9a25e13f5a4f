package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedMemoryRightTest {
    private static final String NONE = "0000000000000000";
    private static final String LOCK = "0000000000004000";

    private static ProcStatus process(String capabilities, String gid, String groups) {
        Map<String, String> fields = new HashMap<>();
        fields.put("CapEff", capabilities);
        fields.put("Gid", gid + "\t" + gid + "\t" + gid + "\t" + gid);
        fields.put("Groups", groups);
        return new ProcStatus(fields);
    }

    private static Optional<Boolean> right(ProcStatus process, Long group, String kernel) {
        return SharedMemoryRight.of(
                process,
                Optional.ofNullable(group),
                Optional.ofNullable(kernel).map(release -> new Kernel(release, Optional.empty())));
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000004000, 1000, '', true",
        "0000000000000000, 1000, '', false",
        "0000000000000000, 27, '', true",
        "0000000000000000, 1000, 4 27, true",
        "000001ffffffbfff, 0, '', false"
    })
    void dependsOnCapabilityAndGroup(String capabilities, String gid, String groups, boolean has) {
        assertEquals(Optional.of(has), right(process(capabilities, gid, groups), 27L, "6.1.0"));
    }

    /** The limit of locked memory may permit it there, and that limit was not read. */
    @Test
    void isUnknownOnKernelsThatConsiderMemlock() {
        ProcStatus neither = process(NONE, "1000", "");
        assertEquals(Optional.empty(), right(neither, 27L, "5.15.0-105-generic"));
        assertEquals(Optional.empty(), right(neither, 27L, null));
        assertEquals(Optional.of(false), right(neither, 27L, "5.16.0"));
        assertEquals(Optional.of(true), right(process(NONE, "27", ""), 27L, "4.18.0"));
    }

    @Test
    void isUnknownIfFactsAreMissing() {
        assertEquals(Optional.empty(), right(process("?", "27", ""), 27L, "6.1.0"));
        assertEquals(Optional.empty(), right(process(NONE, "1000", ""), null, "6.1.0"));
        assertEquals(Optional.empty(), right(new ProcStatus(Map.of("CapEff", NONE)), 27L, "6.1.0"));
        assertEquals(Optional.of(true), right(process(LOCK, "1000", ""), null, null));
    }
}
