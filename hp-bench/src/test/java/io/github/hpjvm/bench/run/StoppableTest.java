package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.host.ChildJvm;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoppableTest {
    @Test
    void stoppedCommandPrintsItsResultAndExitsWithTheCodeOfTheSignal() throws Exception {
        try (ChildJvm child = ChildJvm.start(StoppedChild.class, Map.of())) {
            assertEquals("READY", child.line());
            assertEquals(143, child.terminate());
            assertEquals("RESULT", child.line());
        }
    }

    @Test
    void aCommandThatTakesTooLongIsCutOffWithAMessage() throws Exception {
        try (ChildJvm child = ChildJvm.start(CutChild.class, Map.of())) {
            assertEquals("READY", child.line());
            assertEquals(143, child.terminate());
            assertEquals("CUT", child.line());
        }
    }
}
