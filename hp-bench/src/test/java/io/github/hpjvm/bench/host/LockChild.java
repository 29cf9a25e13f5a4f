package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Takes the lock in the folder of its argument, prints HELD, HANDED or BUSY with the reason, and holds it until its
 * standard input ends.
 */
final class LockChild {
    private LockChild() {}

    public static void main(String[] arguments) throws IOException {
        try (HostLock lock = HostLock.acquire(
                places(Path.of(arguments[0])), HostLock.Use.CHANGE, "child of a test", System.getenv())) {
            System.out.println((lock.isHandedOver() ? "HANDED " : "HELD ")
                    + lock.handOver().get(HostLock.HAND_OVER));
            System.in.read();
        } catch (HostBusyException e) {
            System.out.println("BUSY " + e.getMessage());
        }
    }

    /** All campaigns lock in one folder, and no file of the kernel is locked. */
    static LockPlaces places(Path folder) {
        PrivateFolder both = new PrivateFolder(folder);
        return new LockPlaces(true, both, both, false);
    }
}
