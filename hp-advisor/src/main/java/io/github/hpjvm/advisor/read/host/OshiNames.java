package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.MachineNames;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.util.Optional;
import oshi.SystemInfo;

/**
 * Reads the names of processor and machine with OSHI. It knows the names of ARM processors, which the kernel does not
 * print. It loads a native library and takes some hundred milliseconds, so {@code HostFacts} does not use it.
 */
public final class OshiNames {

    private OshiNames() {}

    /** Returns the names, as far as they are known; NOT_SUPPORTED if OSHI or its native library does not work. */
    public static Fact<MachineNames> read() {
        Source source = Source.of("OSHI");
        try {
            SystemInfo info = new SystemInfo();
            var system = info.getHardware().getComputerSystem();
            return Fact.known(
                    new MachineNames(
                            name(info.getHardware()
                                    .getProcessor()
                                    .getProcessorIdentifier()
                                    .getName()),
                            name(system.getManufacturer() + " " + system.getModel()),
                            name(info.getOperatingSystem().toString())),
                    source);
        } catch (RuntimeException | LinkageError e) {
            return Fact.absent(Reason.NOT_SUPPORTED, Source.of("OSHI", e.toString()));
        }
    }

    private static Optional<String> name(String text) {
        String name = text.replaceAll("(?i)\\bunknown\\b", "").strip();
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }
}
