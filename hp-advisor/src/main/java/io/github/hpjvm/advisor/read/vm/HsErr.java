package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PostMortem;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Visible;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The crash log {@code hs_err_pidN.log} of a HotSpot: {@code src/hotspot/share/utilities/vmError.cpp}. */
public final class HsErr {
    private static final Pattern BASE_PAGE = Pattern.compile("^Memory: (4|8|16|32|64)k page,");
    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);
    private static final long BYTES_OF_ENTRY = 8;

    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";

    private final String log;
    private final String name;
    private final List<String> lines;
    private final VmIdentity said;
    /** The end of each message about a missing section; empty for a complete log. */
    private final String cut;

    private HsErr(String log, String name) {
        this.log = PastedLog.plain(Visible.lines(log));
        this.name = name;
        this.lines = this.log.lines().toList();
        this.said = LogHead.identity(lines);
        this.cut = LogHead.cutInLine(lines, said.release())
                .map(line -> ": the log ends in line " + line)
                .orElse("");
    }

    /**
     * Parses a crash log.
     *
     * @throws MalformedTextException if it is none: it does not name a HotSpot
     */
    public static PostMortem parse(String text) {
        return new HsErr(text, "hs_err").postMortem();
    }

    static PostMortem parse(String text, String name) {
        return new HsErr(text, name).postMortem();
    }

    private PostMortem postMortem() {
        Optional<JavaVersion> release = said.release();
        Fact<Map<String, VmFlag>> flags = flags();
        Fact<Arguments> arguments = LogArguments.isIn(log)
                ? Fact.known(
                        LogArguments.of(
                                new LauncherArguments(
                                                environment(),
                                                file -> Optional.empty(),
                                                release.map(JavaVersion::feature))
                                        .add(List.of()),
                                log),
                        source("VM Arguments"))
                : absent("VM Arguments");
        VmIdentity identity = said.or(
                        flags.known().map(f -> Identity.of(f, release)).orElse(VmIdentity.of(VmKind.HOTSPOT)))
                .or(arguments.known().map(a -> Identity.of(a, release)).orElse(VmIdentity.of(VmKind.HOTSPOT)));
        Jvm jvm = new Jvm(
                pid(),
                0,
                "",
                absent("the command line"),
                Optional.empty(),
                Fact.known(JvmArguments.masked(environment()), source("Environment Variables")),
                absent("the status"),
                absent("the cgroup"),
                Optional.empty(),
                Fact.known(identity, source(line("# Java VM: ").orElse("vm_info"))),
                arguments,
                flags,
                regions(identity, flags),
                Optional.empty(),
                CrashText.parse(lines, Maps.inLog(log)));
        return new PostMortem(jvm, memory(), thp(), pools());
    }

    private Fact<Map<String, VmFlag>> flags() {
        String section = lines.stream()
                .dropWhile(l -> !l.startsWith("[Global flags]"))
                .skip(1)
                .takeWhile(l -> !l.isBlank())
                .collect(Collectors.joining("\n"));
        Map<String, VmFlag> flags = VmFlags.parse(section);
        return flags.isEmpty() ? absent("[Global flags]") : Fact.known(flags, source("[Global flags]"));
    }

    private Map<String, String> environment() {
        Map<String, String> found = new HashMap<>();
        lines.stream()
                .dropWhile(l -> !l.startsWith("Environment Variables:"))
                .skip(1)
                .takeWhile(l -> !l.isBlank())
                .forEach(l -> VARIABLES.stream()
                        .filter(v -> l.startsWith(v + "="))
                        .forEach(v -> found.putIfAbsent(v, l.substring(v.length() + 1))));
        return found;
    }

    private List<Region> regions(VmIdentity identity, Fact<Map<String, VmFlag>> flags) {
        Fact<String> all = Fact.known(log, Source.of(name));
        Layout.Texts texts = new Layout.Texts(
                Fact.known(heapSection(), source("Heap:")),
                all,
                all,
                absent("VM.metaspace"),
                log.contains("Native Memory Tracking") ? all : absent("Native Memory Tracking"));
        List<Vma> vmas = Maps.inLog(log);
        Fact<List<Vma>> maps =
                vmas.isEmpty() ? absent("Dynamic libraries") : Fact.known(vmas, source("Dynamic libraries"));
        List<Region> regions = new ArrayList<>();
        new Layout(
                        texts,
                        maps,
                        identity.gc(),
                        flags.known().flatMap(f -> VmFlags.bytes(f, "ReservedCodeCacheSize")),
                        absent("thread stacks"))
                .locations()
                .forEach((region, location) -> {
                    Fact<List<AddressRange>> where = location;
                    Fact<Backing> backing = where.flatMap(r -> absent("backing: there is no smaps"));
                    regions.add(new Region(region, where, backing, Optional.empty(), Optional.empty()));
                });
        return regions;
    }

    private String heapSection() {
        return lines.stream()
                .dropWhile(l -> !l.startsWith("Heap:"))
                .takeWhile(l -> !l.startsWith("Heap Regions") && !l.startsWith("Card table"))
                .collect(Collectors.joining("\n"));
    }

    private String meminfo() {
        return lines.stream()
                .dropWhile(l -> !l.startsWith("/proc/meminfo:"))
                .skip(1)
                .takeWhile(l -> !l.isBlank())
                .filter(l -> l.indexOf(':') > 0)
                .collect(Collectors.joining("\n"));
    }

    private Fact<List<HugePool>> pools() {
        String section = meminfo();
        if (section.isEmpty()) {
            return absent("/proc/meminfo");
        }
        try {
            return MemInfo.pool(section)
                    .map(pool -> Fact.known(List.of(pool), source("HugePages_Total in /proc/meminfo")))
                    .orElseGet(() -> absent("the pools"));
        } catch (MalformedTextException e) {
            return Fact.absent(Reason.MALFORMED, source("/proc/meminfo: " + e.getMessage()));
        }
    }

    private Fact<Map<String, Bytes>> memory() {
        String section = meminfo();
        if (section.isEmpty()) {
            return absent("/proc/meminfo");
        }
        try {
            return Fact.known(MemInfo.parse(section), source("/proc/meminfo"));
        } catch (MalformedTextException e) {
            return Fact.absent(Reason.MALFORMED, source("/proc/meminfo: " + e.getMessage()));
        }
    }

    /** The base page in the line {@code Memory: 64k page, physical 16384k(...)} (os::print_memory_info). */
    private Optional<Bytes> basePage() {
        return lines.stream()
                .map(BASE_PAGE::matcher)
                .filter(Matcher::find)
                .map(line -> Bytes.ofKiB(Long.parseLong(line.group(1))))
                .filter(size -> Long.bitCount(size.value()) == 1)
                .findFirst();
    }

    /** A page table is one base page with 8 bytes for an entry, and a PMD maps as much as one page table does. */
    private static Bytes pmdSize(Bytes basePage) {
        return basePage.times(basePage.value() / BYTES_OF_ENTRY);
    }

    /** Parses the lines {@code PATH: text}, or as in 11 {@code PATH:} and the text in the next line. */
    private Fact<ThpPolicy> thp() {
        try {
            Optional<String> enabled = thpFile("enabled").map(Choice::selected);
            Optional<String> defrag = thpFile("defrag").map(Choice::selected);
            if (enabled.isEmpty() || defrag.isEmpty()) {
                return absent(THP + "enabled");
            }
            Bytes size = thpFile("hpage_pmd_size")
                    .map(Choice::number)
                    .filter(n -> Long.bitCount(n) == 1)
                    .map(Bytes::of)
                    .orElseGet(() -> pmdSize(basePage().orElse(USUAL_BASE_PAGE)));
            Optional<String> shmem = thpFile("shmem_enabled").map(Choice::selected);
            return Fact.known(
                    new ThpPolicy(enabled.get(), Optional.empty(), defrag.get(), shmem, size), source(THP + "enabled"));
        } catch (MalformedTextException e) {
            return Fact.absent(Reason.MALFORMED, source(THP + ": " + e.getMessage()));
        }
    }

    private Optional<String> thpFile(String file) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean names = line.startsWith(THP + file)
                    && line.length() > THP.length() + file.length()
                    && ": ".indexOf(line.charAt(THP.length() + file.length())) >= 0;
            if (names) {
                String text = line.substring(line.indexOf(':') + 1).strip();
                boolean below = text.isEmpty() && i + 1 < lines.size();
                return Optional.of(below ? lines.get(i + 1).strip() : text);
            }
        }
        return Optional.empty();
    }

    private long pid() {
        String line = lines.stream()
                .filter(l -> l.startsWith("#") && l.contains(", pid="))
                .findFirst()
                .orElse("");
        int at = line.indexOf(", pid=") + ", pid=".length();
        int end = at;
        while (!line.isEmpty() && end < line.length() && end - at < 10 && Character.digit(line.charAt(end), 10) >= 0) {
            end++;
        }
        return line.isEmpty() || end == at ? pidOfJcmd() : Long.parseLong(line.substring(at, end));
    }

    /** Returns the PID in the output of jcmd, which starts with the number of the process and a colon. */
    private long pidOfJcmd() {
        String first = lines.isEmpty() ? "" : lines.get(0);
        String digits = first.endsWith(":") ? first.substring(0, first.length() - 1) : "";
        return Words.isNumber(digits, 9) ? Long.parseLong(digits) : 0;
    }

    private Optional<String> line(String start) {
        return lines.stream()
                .filter(l -> l.startsWith(start))
                .findFirst()
                .map(l -> l.substring(start.length()).strip());
    }

    private Source source(String excerpt) {
        return Source.of(name, excerpt);
    }

    private <T> Fact<T> absent(String what) {
        return Fact.absent(Reason.NOT_PRESENT, Source.of(name, "it does not have " + what + cut));
    }
}
