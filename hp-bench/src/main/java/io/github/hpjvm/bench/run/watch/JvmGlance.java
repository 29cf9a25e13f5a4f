package io.github.hpjvm.bench.run.watch;

import java.nio.file.Path;
import java.util.List;

/**
 * A JVM that was glanced at, without being asked.
 *
 * @param home its Java home
 * @param main its main class or jar; empty if it was not seen
 * @param hotSpot whether it is a HotSpot
 * @param arguments what it was told, by its own account
 */
public record JvmGlance(long pid, Path home, String main, boolean hotSpot, List<String> arguments) {

    public JvmGlance {
        arguments = List.copyOf(arguments);
    }
}
