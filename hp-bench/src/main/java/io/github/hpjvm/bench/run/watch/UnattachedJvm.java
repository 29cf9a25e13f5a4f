package io.github.hpjvm.bench.run.watch;

import java.nio.file.Path;
import java.util.List;

/**
 * A JVM as seen from outside, without attaching.
 *
 * @param home its Java home
 * @param main its main class or jar; empty if unknown
 * @param hotSpot whether it is a HotSpot
 * @param arguments its arguments, as it publishes them
 */
public record UnattachedJvm(long pid, Path home, String main, boolean hotSpot, List<String> arguments) {

    public UnattachedJvm {
        arguments = List.copyOf(arguments);
    }
}
