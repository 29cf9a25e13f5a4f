package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickedUpMaskTest {

    private static String masked(String text, int piece) {
        PickedUpMask mask = new PickedUpMask();
        StringBuilder out = new StringBuilder();
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < all.length; at += piece) {
            byte[] buffer = java.util.Arrays.copyOfRange(all, at, Math.min(all.length, at + piece));
            out.append(new String(buffer, 0, mask.apply(buffer, buffer.length), StandardCharsets.ISO_8859_1));
        }
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void masksTheVariablesThatAJvmRepeats(int piece) {
        assertEquals(
                "Picked up JAVA_TOOL_OPTIONS: ***\nNOTE: Picked up JDK_JAVA_OPTIONS: ***\nPicked up _JAVA_OPTIONS: ***",
                masked(
                        "Picked up JAVA_TOOL_OPTIONS: -Dx=canary -Xmx1g\nNOTE: Picked up JDK_JAVA_OPTIONS: -Dy=canary\n"
                                + "Picked up _JAVA_OPTIONS: canary",
                        piece));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void leavesAllOtherOutput(int piece) {
        String text = "I Picked up JAVA_TOOL_OPTIONS: x\n\nPicked up speed: 3\nscore 17\n";
        assertEquals(text, masked(text, piece));
    }
}
