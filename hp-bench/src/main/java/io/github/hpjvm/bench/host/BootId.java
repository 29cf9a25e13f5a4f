package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The random id that the kernel generates at each boot. */
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
            throw new UncheckedIOException("cannot read the boot id " + FILE + ": " + WriteFailure.why(e), e);
        }
    }
}
