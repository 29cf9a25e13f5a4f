package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines are those of JDK 17 and 25. */
class RefusedOptionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Unrecognized VM option 'UseFoo'",
                "Unrecognized option: -Xfoo",
                "Improperly specified VM option 'ParallelGCThreads=abc'",
                "Missing +/- setting for VM option 'UseSerialGC'",
                "Unexpected +/- setting in VM option 'ParallelGCThreads'",
                "Invalid maximum heap size: -Xmx1.5g",
                "Error: VM option 'UseFoo' is experimental and must be enabled via -XX:+UnlockExperimentalVMOptions."
            })
    void messagesOfHotSpotNameAnOption(String line) {
        assertTrue(RefusedOption.isMessage(line));
        assertTrue(RefusedOption.isNamedIn("exit code 1: " + line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: Could not create the Java Virtual Machine.",
                "Error: bad input",
                "Invalid value",
                "The VM option is wrong",
                "OpenJDK 64-Bit Server VM warning: Failed to reserve and commit memory using large pages."
            })
    void otherLinesDoNot(String line) {
        assertFalse(RefusedOption.isMessage(line));
    }
}
