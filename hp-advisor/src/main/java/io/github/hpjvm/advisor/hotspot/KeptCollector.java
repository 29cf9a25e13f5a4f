package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/** The collector of a JVM whose memory limit is lowered below the memory of a server: HotSpot would select Serial there. */
public final class KeptCollector {
    private KeptCollector() {}

    /**
     * Returns the flag that selects the present collector; empty if no flag is needed.
     *
     * @param arguments the arguments of the JVM
     * @param before the limit with which it runs
     * @param after the limit with which it will start
     */
    public static Optional<String> flag(Jvm jvm, List<String> arguments, Bytes before, Bytes after) {
        boolean decides = before.compareTo(Machine.SERVER_MEMORY) >= 0 && after.compareTo(Machine.SERVER_MEMORY) < 0;
        return decides
                ? jvm.identity().known().flatMap(VmIdentity::gc).flatMap(gc -> CollectorChoice.flag(gc, arguments))
                : Optional.empty();
    }
}
