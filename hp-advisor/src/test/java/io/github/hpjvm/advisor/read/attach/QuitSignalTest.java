package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.os.libc.NativeCalls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QuitSignalTest {
    /** Exit value of a process that signal 3 ended, in Java as in a shell. */
    private static final int ENDED_BY_QUIT = 128 + 3;

    /** The calls of this runtime, and none: then it is the program kill. */
    static Stream<Optional<NativeCalls>> means() {
        return Stream.of(Optional.of(NativeAccess.findForOnce().known().orElseThrow()), Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("means")
    void reachesTheProcess(Optional<NativeCalls> calls) throws Exception {
        // The shell that started this test may ignore the signal, and its children inherit that.
        Process sleeps = new ProcessBuilder(List.of("env", "--default-signal=QUIT", "sleep", "60")).start();
        try {
            QuitSignal.send(sleeps.pid(), calls);
            assertTrue(sleeps.waitFor(20, TimeUnit.SECONDS));
            assertEquals(ENDED_BY_QUIT, sleeps.exitValue());
        } finally {
            sleeps.destroyForcibly();
        }
    }

    @ParameterizedTest
    @MethodSource("means")
    void failsForAProcessThatHasEnded(Optional<NativeCalls> calls) throws Exception {
        Process ended = new ProcessBuilder(List.of("true")).start();
        ended.waitFor();
        IOException e = assertThrows(IOException.class, () -> QuitSignal.send(ended.pid(), calls));
        assertTrue(e.getMessage().contains("kill -QUIT " + ended.pid() + " failed"), e.getMessage());
    }
}
