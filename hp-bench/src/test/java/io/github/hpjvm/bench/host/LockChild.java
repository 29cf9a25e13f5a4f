package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Path;

/** Takes the lock of its argument, says HELD, HANDED or BUSY and why, and holds it until its standard input ends. */
final class LockChild {
    private LockChild() {}

    public static void main(String[] arguments) throws IOException {
        try (HostLock lock = HostLock.acquire(Path.of(arguments[0]), "child of a test")) {
            System.out.println((lock.isHandedOver() ? "HANDED " : "HELD ")
                    + lock.handOver().get(HostLock.HAND_OVER));
            System.in.read();
        } catch (HostBusyException e) {
            System.out.println("BUSY " + e.getMessage());
        }
    }
}
