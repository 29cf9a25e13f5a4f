package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.Pressure;
import io.github.hpjvm.advisor.facts.Pressure.Stall;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Swap;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.facts.VmSysctls;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Memory management as a whole: sysctls, counters, pressure and swap. */
public final class VmFiles {

    private static final List<String> SYSCTLS = List.of(
            "compact_unevictable_allowed",
            "compaction_proactiveness",
            "defrag_mode",
            "extfrag_threshold",
            "hugetlb_optimize_vmemmap",
            "hugetlb_shm_group",
            "max_map_count",
            "min_free_kbytes",
            "nr_hugepages_mempolicy",
            "overcommit_memory",
            "overcommit_ratio",
            "swappiness",
            "watermark_boost_factor",
            "zone_reclaim_mode");

    private VmFiles() {}

    public static Fact<Memory> memory(Path procRoot) {
        return MemInfo.read(procRoot)
                .map(Memory::new)
                .flatMap(memory -> Fact.known(memory, Source.of(procRoot.resolve("meminfo"), excerpt(memory))));
    }

    private static String excerpt(Memory memory) {
        StringBuilder b = new StringBuilder();
        for (String name : List.of("MemTotal", "MemAvailable", "AnonHugePages", "Hugetlb", "PageTables")) {
            memory.size(name)
                    .ifPresent(size ->
                            b.append(b.isEmpty() ? "" : ", ").append(name + ": " + size.value() / 1024 + " kB"));
        }
        return b.toString();
    }

    /**
     * Returns the sysctls below {@code /proc/sys/vm} about huge pages, without those of other kernels. A sysctl that
     * exists and cannot be read makes the whole fact absent, with the name of the sysctl.
     */
    public static Fact<VmSysctls> sysctls(Path procRoot) {
        Path folder = procRoot.resolve("sys/vm");
        if (!Files.isDirectory(folder)) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(folder));
        }
        Map<String, Long> values = new LinkedHashMap<>();
        for (String name : SYSCTLS) {
            Fact<Optional<Long>> value = ThpFiles.optional(TextFile.read(folder.resolve(name), Choice::number));
            if (value instanceof Fact.Absent<Optional<Long>> absent) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            value.known().flatMap(v -> v).ifPresent(number -> values.put(name, number));
        }
        return Fact.known(new VmSysctls(values), Source.of(folder));
    }

    public static Fact<VmStat> vmstat(Path procRoot) {
        Path file = procRoot.resolve("vmstat");
        return TextFile.read(file, VmFiles::parseVmstat)
                .flatMap(stat -> Fact.known(stat, Source.of(file, excerpt(stat))));
    }

    private static String excerpt(VmStat stat) {
        return Stream.of("thp_fault_alloc", "thp_fault_fallback", "compact_stall")
                .filter(name -> stat.counter(name).isPresent())
                .map(name -> name + " " + stat.counter(name).orElseThrow())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    /**
     * Parses the counters about huge pages, compaction and direct reclaim.
     *
     * @throws MalformedTextException if one of them has no number, and if there are no lines
     */
    public static VmStat parseVmstat(String text) {
        return parseVmstat(text, VmFiles::matters);
    }

    /**
     * Reads the counters that have one of the prefixes, for callers that need others than {@link #vmstat}.
     *
     * @param prefixes such as {@code pswp}
     */
    public static Fact<VmStat> vmstat(Path procRoot, List<String> prefixes) {
        return TextFile.read(
                procRoot.resolve("vmstat"), text -> parseVmstat(text, name -> startsWithAny(name, prefixes)));
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static VmStat parseVmstat(String text, Predicate<String> wanted) {
        if (text.isBlank()) {
            throw new MalformedTextException("no counters", "");
        }
        Map<String, Long> counters = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int blank = line.indexOf(' ');
            String name = blank < 0 ? line : line.substring(0, blank);
            if (wanted.test(name)) {
                counters.put(name, Choice.number(line.substring(name.length())));
            }
        });
        return new VmStat(counters);
    }

    private static boolean matters(String name) {
        return name.startsWith("thp_")
                || name.startsWith("compact_")
                || name.startsWith("allocstall")
                || name.startsWith("htlb_")
                || name.startsWith("nr_balloon");
    }

    /**
     * Returns the time lost to a lack of memory; NOT_SUPPORTED or NOT_PRESENT unless the kernel was booted to measure
     * it.
     */
    public static Fact<Pressure> pressure(Path procRoot) {
        return TextFile.read(procRoot.resolve("pressure/memory"), VmFiles::parsePressure);
    }

    /** Reads the time that tasks of the host waited for a CPU. */
    public static Fact<Pressure> cpuPressure(Path procRoot) {
        return TextFile.read(procRoot.resolve("pressure/cpu"), VmFiles::parsePressure);
    }

    /**
     * Parses the two lines {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=0} and {@code full ...}.
     *
     * @throws MalformedTextException if the first is not there or one has other numbers
     */
    public static Pressure parsePressure(String text) {
        Map<String, Stall> stalls = new HashMap<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            Map<String, String> values = new HashMap<>();
            List<String> words = Words.of(line);
            for (String word : words) {
                int equals = word.indexOf('=');
                values.put(equals < 0 ? "" : word.substring(0, equals), word.substring(equals + 1));
            }
            stalls.put(
                    words.get(0),
                    new Stall(
                            percent(values, "avg10", line),
                            percent(values, "avg60", line),
                            percent(values, "avg300", line),
                            Choice.number(values.getOrDefault("total", ""))));
        });
        if (!stalls.containsKey("some")) {
            throw new MalformedTextException("no line of some", text.strip());
        }
        return new Pressure(stalls.get("some"), Optional.ofNullable(stalls.get("full")));
    }

    private static double percent(Map<String, String> values, String name, String line) {
        String text = values.getOrDefault(name, "");
        boolean decimal =
                !text.isEmpty() && text.length() <= 10 && text.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
        try {
            if (decimal) {
                return Double.parseDouble(text);
            }
        } catch (NumberFormatException e) {
            throw new MalformedTextException("not a percentage", line);
        }
        throw new MalformedTextException("not a percentage", line);
    }

    public static Fact<Swap> swap(Path procRoot) {
        return TextFile.read(procRoot.resolve("swaps"), VmFiles::parseSwaps);
    }

    /**
     * Parses the areas: path, type, size and use in KiB, and priority, below a line of titles.
     *
     * @throws MalformedTextException if a line has other fields
     */
    public static Swap parseSwaps(String text) {
        List<Swap.Area> areas = new ArrayList<>();
        text.lines().skip(1).filter(line -> !line.isBlank()).forEach(line -> {
            List<String> words = Words.of(line);
            if (words.size() != 5) {
                throw new MalformedTextException("not a swap area", line);
            }
            try {
                areas.add(new Swap.Area(
                        Mounts.unescaped(words.get(0)),
                        words.get(1),
                        Bytes.ofKiB(Choice.number(words.get(2))),
                        Bytes.ofKiB(Choice.number(words.get(3))),
                        Integer.parseInt(words.get(4))));
            } catch (IllegalArgumentException e) {
                throw new MalformedTextException("not a swap area", line);
            }
        });
        return new Swap(areas);
    }
}
