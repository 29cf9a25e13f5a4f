package io.github.hpjvm.advisor.read.host;

import java.util.Locale;
import java.util.Map;

/**
 * Names of processor cores by implementer and part: aarch64 has no model name in {@code /proc/cpuinfo}. The numbers are those of
 * {@code arch/arm64/include/asm/cputype.h} of Linux.
 */
final class ArmCores {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("0x41 0xd08", "Cortex-A72"),
            Map.entry("0x41 0xd0b", "Cortex-A76"),
            Map.entry("0x41 0xd0c", "Neoverse-N1"),
            Map.entry("0x41 0xd40", "Neoverse-V1"),
            Map.entry("0x41 0xd49", "Neoverse-N2"),
            Map.entry("0x41 0xd4f", "Neoverse-V2"),
            Map.entry("0x41 0xd84", "Neoverse-V3"),
            Map.entry("0x41 0xd8e", "Neoverse-N3"),
            Map.entry("0x43 0x0af", "ThunderX2"),
            Map.entry("0x46 0x001", "A64FX"),
            Map.entry("0x48 0xd01", "TSV110"),
            Map.entry("0x6d 0xd49", "Azure Cobalt 100"),
            Map.entry("0xc0 0xac3", "Ampere-1"),
            Map.entry("0xc0 0xac4", "Ampere-1A"));

    private ArmCores() {}

    /** The numbers of a core, after its name if it is known: {@code Neoverse-N1 (implementer 0x41, part 0xd0c)}. */
    static String name(String implementer, String part) {
        String name = NAMES.get((implementer + " " + part).toLowerCase(Locale.ROOT));
        String numbers = "implementer " + implementer + ", part " + part;
        return name == null ? numbers : name + " (" + numbers + ")";
    }
}
