package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThrownLineTest {
    private static Optional<String> in(String output) {
        ThrownLine thrown = new ThrownLine();
        output.lines().forEach(thrown);
        return thrown.line();
    }

    @Test
    void theUncaughtExceptionIsShownAndNotItsLastFrame() {
        String trace = "Exception in thread \"main\" java.lang.IllegalStateException: boom\n"
                + "\tat A.run(A.java:5)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n";
        assertEquals(
                Optional.of("Exception in thread \"main\" java.lang.IllegalStateException: boom"),
                in("ready\n" + trace));
        assertEquals(
                Optional.of("Exception in thread \"main\" java.lang.IllegalStateException: boom"),
                in(trace + "a line of stdout that arrives later\n"));
        assertEquals(
                Optional.of("Caused by: java.io.IOException: no such host"),
                in(trace + "Caused by: java.io.IOException: no such host\n\tat A.open(A.java:9)\n\t... 12 more\n"));
    }

    @Test
    void anExceptionThatTheProgramOnlyLoggedIsNotItsEnd() {
        assertEquals(
                Optional.empty(),
                in("WARN retry: java.io.IOException: reset\n\tat A.open(A.java:9)\nport 80 is in use\n"));
        assertEquals(Optional.empty(), in("usage: A FILE\n"));
        assertEquals(Optional.empty(), in(""));
        assertEquals(Optional.empty(), in("\tat A.open(A.java:9)\n"));
    }
}
