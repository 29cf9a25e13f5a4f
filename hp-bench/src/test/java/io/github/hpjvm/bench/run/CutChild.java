package io.github.hpjvm.bench.run;

import io.github.hpjvm.console.process.Stoppable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Prints READY, and does not end when it is stopped. */
final class CutChild {
    private CutChild() {}

    public static void main(String[] arguments) {
        Stoppable.run(Duration.ofMillis(100), () -> System.out.println("CUT"), interruption -> {
            System.out.println("READY");
            while (true) {
                LockSupport.parkNanos(1_000_000);
            }
        });
    }
}
