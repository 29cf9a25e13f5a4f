package io.github.hpjvm.bench.run;

import io.github.hpjvm.console.process.Stoppable;
import java.util.concurrent.locks.LockSupport;

/** Prints READY, works until it is stopped, prints its result and exits with code 1. */
final class StoppedChild {
    private StoppedChild() {}

    public static void main(String[] arguments) {
        int code = Stoppable.run(interruption -> {
            System.out.println("READY");
            while (!interruption.requested()) {
                LockSupport.parkNanos(1_000_000);
            }
            return 1;
        });
        // A JVM that does not wait for the result halts now.
        LockSupport.parkNanos(300_000_000);
        System.out.println("RESULT");
        Stoppable.exit(code);
    }
}
