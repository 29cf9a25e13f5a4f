package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/** The collector of a JVM that will start below another memory limit: HotSpot selects Serial below the memory of a server. */
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
        return decides ? flag(jvm, arguments) : Optional.empty();
    }

    /** Returns the flag that selects the present collector below any limit; empty if an argument selects it. */
    public static Optional<String> flag(Jvm jvm, List<String> arguments) {
        return jvm.identity().known().flatMap(VmIdentity::gc).flatMap(gc -> CollectorChoice.flag(gc, arguments));
    }
}
