package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkEnvironmentTest {
    @Test
    void theForkIsStartedByEnvWithTheVariables() {
        String line = ForkEnvironment.line(Map.of("B", "2=x y", "A", "1"));
        assertEquals(
                List.of("env", "A=1", "B=2=x y"), List.copyOf(new ForkEnvironment(line).addJVMInvokeOptions(null)));
    }
}
