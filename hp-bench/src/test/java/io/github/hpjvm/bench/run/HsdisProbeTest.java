package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HsdisProbeTest {

    @ParameterizedTest
    @ValueSource(strings = {"synthetic-x86", "synthetic-aarch64", "synthetic-8-x86"})
    void recognisesInstructions(String name) {
        assertTrue(HsdisProbe.disassembles(Texts.resource("hsdis/" + name + ".txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8-no-library", "17-bytes", "25-bytes"})
    void rejectsBytes(String name) {
        assertFalse(HsdisProbe.disassembles(Texts.resource("hsdis/" + name + ".txt")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mov %eax,%ebx",
                "  0x00007f5469400200: 8984 2400 | c0fe ff55",
                "  0x00007f5469400200: ;   {runtime_call mov}",
                "  0x00007f5469400200:",
                "see 0x00007f5469400200: mov"
            })
    void rejectsAnAddressOrAWordAlone(String printed) {
        assertFalse(HsdisProbe.disassembles(printed));
    }
}
