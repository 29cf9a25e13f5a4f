package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The id that the kernel draws at each boot. */
public final class BootId {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /**
     * {@code /proc/sys/kernel/random/boot_id} (random(4)), the same in every container of a host.
     *
     * @throws UncheckedIOException if it cannot be read, as on a system that is not Linux
     */
    public static String ofThisHost() {
        try {
            return HostFiles.under(Path.of("/")).value(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot tell one boot from the next: " + FILE + ": " + WriteFailure.why(e), e);
        }
    }
}
