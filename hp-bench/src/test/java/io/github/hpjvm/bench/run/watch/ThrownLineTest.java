package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
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

    /** A program may print lines of the greatest length that is kept. */
    @Test
    void aLongLineThatLooksLikeAFrameTakesLittleTime() {
        String line = "\tat " + "x(".repeat(32_000);
        assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertEquals(Optional.empty(), in((line + "\n").repeat(100))));
    }

    @Test
    void anExceptionThatIsLoggedLaterIsNotTheCause() {
        String main = "Exception in thread \"main\" java.lang.IllegalStateException: boom";
        String uncaught = main + "\n\tat A.run(A.java:5)\n";
        String logged = "WARN close: java.io.IOException: reset\n\tat A.open(A.java:9)\n"
                + "Caused by: java.net.SocketException: reset\n\tat A.open(A.java:9)\n\t... 3 more\n";
        assertEquals(Optional.of(main), in(uncaught + logged));
        assertEquals(Optional.of(main), in(uncaught + logged + "bye\n"));
        String other = "Exception in thread \"w\" java.lang.Error: other";
        assertEquals(Optional.of(other), in(uncaught + logged + other + "\n\tat A.run(A.java:5)\nbye\n"));
        String more = "a line of a program that goes on\n".repeat(30);
        assertEquals(Optional.empty(), in(uncaught + more));
        assertEquals(Optional.of("Caused by: java.net.SocketException: reset"), in(uncaught + more + logged));
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
