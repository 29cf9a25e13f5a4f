package io.github.hpjvm.bench.run;

import io.github.hpjvm.os.proc.ProcStat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses the counters in files of {@code /proc}. Malformed text is empty. Pure functions. */
final class HostCounters {
    private static final Pattern STALLED = Pattern.compile("(?m)^some .*\\btotal=(\\d{1,18})$");
    private static final Pattern MEGAHERTZ = Pattern.compile("(?m)^cpu MHz\\s*:\\s*([0-9.]{1,12})$");

    private HostCounters() {}

    /** Ticks of this process and of all its children that were waited for ({@code /proc/self/stat}). */
    static Optional<Long> ownTicks(String stat) {
        return ProcStat.from(stat, it -> it.cpuTicks() + it.childCpuTicks());
    }

    /** Microseconds since boot in which at least one task was stalled ({@code /proc/pressure/*}). */
    static Optional<Long> stalledMicros(String pressure) {
        Matcher some = STALLED.matcher(pressure);
        return some.find() ? Optional.of(Long.parseLong(some.group(1))) : Optional.empty();
    }

    /** The load average of the last minute ({@code /proc/loadavg}). */
    static OptionalDouble load(String loadavg) {
        return number(loadavg.strip().split("\\s+")[0]);
    }

    /** The mean frequency of all CPUs ({@code /proc/cpuinfo}); absent on Arm. */
    static OptionalDouble megahertz(String cpuinfo) {
        return MEGAHERTZ
                .matcher(cpuinfo)
                .results()
                .map(match -> number(match.group(1)))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    private static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** The counters of huge pages, compaction and direct reclaim ({@code /proc/vmstat}), by name. */
    static Map<String, Long> vmstat(String text) {
        Map<String, Long> counters = new LinkedHashMap<>();
        text.lines().map(line -> line.split(" ")).forEach(words -> {
            if (words.length == 2 && matters(words[0]) && words[1].matches("\\d{1,18}")) {
                counters.put(words[0], Long.parseLong(words[1]));
            }
        });
        return counters;
    }

    private static boolean matters(String name) {
        return Stream.of("thp_", "compact_", "allocstall").anyMatch(name::startsWith);
    }

    /** The increase of each counter; counters that did not increase are omitted. */
    static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> grown = new LinkedHashMap<>();
        after.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, count);
            if (more > 0) {
                grown.put(name, more);
            }
        });
        return grown;
    }
}
