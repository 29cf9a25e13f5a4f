package io.github.hpjvm.bench.counters;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The model of a CPU, which determines its events.
 *
 * @param id {@code VENDOR-FAMILY-MODEL-STEPPING}, the family decimal and the other two hexadecimal as in perf's
 *     mapfile.csv; on Arm {@code IMPLEMENTER-PART}
 */
public record CpuModel(String id) {

    /** The first CPU of {@code /proc/cpuinfo}; empty if the text does not identify it (proc_cpuinfo(5)). */
    public static Optional<CpuModel> parse(String cpuinfo) {
        Map<String, String> first = new HashMap<>();
        cpuinfo.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                first.putIfAbsent(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        });
        String implementer = first.get("CPU implementer");
        String part = first.get("CPU part");
        if (implementer != null && part != null) {
            return Optional.of(new CpuModel((implementer + "-" + part).toLowerCase(Locale.ROOT)));
        }
        String vendor = first.get("vendor_id");
        try {
            return vendor == null
                    ? Optional.empty()
                    : Optional.of(new CpuModel(vendor
                            + "-" + Integer.parseInt(first.getOrDefault("cpu family", ""))
                            + "-" + hexadecimal(first.getOrDefault("model", ""))
                            + "-" + hexadecimal(first.getOrDefault("stepping", "0"))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String hexadecimal(String decimal) {
        return Integer.toHexString(Integer.parseInt(decimal)).toUpperCase(Locale.ROOT);
    }
}
