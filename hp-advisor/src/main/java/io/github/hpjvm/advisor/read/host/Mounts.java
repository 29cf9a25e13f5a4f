package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugetlbMount;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.Lines;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The mounts of a process: {@code /proc/PID/mountinfo} (Documentation/filesystems/proc.rst, section 3.5). */
public final class Mounts {

    /** A Kubernetes node has thousands of mounts of some 200 characters. */
    private static final Bytes LIMIT = Bytes.ofMiB(16);

    private Mounts() {}

    /**
     * One mount.
     *
     * @param device major and minor number of the file system, decimal, such as {@code 254:0}
     * @param root the folder of the file system that is mounted
     * @param point the folder where it is mounted
     * @param type of the file system
     * @param options those of the mount and of the file system, by name; to an empty text if they have no value
     */
    public record Mount(String device, String root, String point, String type, Map<String, String> options) {}

    /**
     * Returns the mounts that a process sees, in their order.
     *
     * @param process a process id or {@code self}
     */
    static Fact<List<Mount>> read(Path procRoot, String process) {
        Path file = procRoot.resolve(process).resolve("mountinfo");
        return TextFile.parsed(TextFile.read(file, LIMIT), Mounts::parse);
    }

    /** Returns the mounts of hugetlbfs, as the reading process sees them. */
    public static Fact<List<HugetlbMount>> hugetlb(Path procRoot) {
        Fact<List<Mount>> mounts = read(procRoot, "self");
        return mounts.map(all -> all.stream()
                        .filter(mount -> mount.type().equals("hugetlbfs"))
                        .map(Mounts::hugetlb)
                        .toList())
                .flatMap(found -> Fact.known(
                        found,
                        Source.of(
                                mounts.source().path(),
                                found.isEmpty()
                                        ? "no hugetlbfs"
                                        : "hugetlbfs on " + found.get(0).path())));
    }

    /** Returns the values of the option {@code hidepid} of the mounts of proc that the reading process sees. */
    public static List<String> hidepid(Path procRoot) {
        List<String> values = new ArrayList<>();
        for (Mount mount : ofType(read(procRoot, "self").known().orElse(List.of()), "proc")) {
            Optional.ofNullable(mount.options().get("hidepid")).ifPresent(values::add);
        }
        return values;
    }

    /**
     * Returns the devices of the file systems that a process sees and that are not hugetlbfs, as {@code maps} writes
     * them: hexadecimal, such as {@code fe:00}. Empty if the mounts cannot be read.
     */
    public static Set<String> otherThanHugetlbfs(Path procRoot, long pid) {
        Set<String> devices = new HashSet<>();
        for (Mount mount : read(procRoot, Long.toString(pid)).known().orElse(List.of())) {
            if (!mount.type().equals("hugetlbfs")) {
                inMaps(mount.device()).ifPresent(devices::add);
            }
        }
        return devices;
    }

    /** Converts {@code 254:0} to {@code fe:00}, the format of {@code seq_put_hex_ll} in {@code fs/proc/task_mmu.c}. */
    private static Optional<String> inMaps(String device) {
        int colon = device.indexOf(':');
        try {
            int major = Integer.parseInt(device, 0, Math.max(0, colon), 10);
            int minor = Integer.parseInt(device, colon + 1, device.length(), 10);
            return Optional.of(String.format(Locale.ROOT, "%02x:%02x", major, minor));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Parses the mounts.
     *
     * @throws MalformedTextException if a line lacks a required field
     */
    public static List<Mount> parse(String text) {
        return Lines.of(text).stream().map(Mounts::mount).toList();
    }

    private static Mount mount(String line) {
        List<String> words = List.of(line.split(" "));
        int dash = words.indexOf("-");
        if (dash < 6 || words.size() < dash + 4) {
            throw new MalformedTextException("not a mount", line);
        }
        Map<String, String> options = new LinkedHashMap<>();
        put(options, words.get(5));
        put(options, words.get(dash + 3));
        return new Mount(words.get(2), unescaped(words.get(3)), unescaped(words.get(4)), words.get(dash + 1), options);
    }

    private static void put(Map<String, String> options, String list) {
        for (String option : list.split(",")) {
            int equals = option.indexOf('=');
            options.putIfAbsent(
                    equals < 0 ? option : option.substring(0, equals), equals < 0 ? "" : option.substring(equals + 1));
        }
    }

    /** Decodes a path. The kernel writes blanks, line ends and backslashes as three octal digits (mangle_path). */
    static String unescaped(String path) {
        if (path.indexOf('\\') < 0) {
            return path;
        }
        byte[] from = path.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            boolean escape = from[i] == '\\' && i + 3 < from.length && octal(from, i + 1) >= 0;
            to[length++] = escape ? (byte) octal(from, i + 1) : from[i];
            i += escape ? 3 : 0;
        }
        return new String(to, 0, length, StandardCharsets.UTF_8);
    }

    private static int octal(byte[] digits, int at) {
        int value = 0;
        for (int i = at; i < at + 3; i++) {
            if (digits[i] < '0' || digits[i] > '7') {
                return -1;
            }
            value = value * 8 + (digits[i] - '0');
        }
        return value;
    }

    private static HugetlbMount hugetlb(Mount mount) {
        Map<String, String> options = mount.options();
        return new HugetlbMount(
                mount.point(),
                size(options.get("pagesize")),
                size(options.get("size")),
                size(options.get("min_size")),
                id(options.get("uid")),
                id(options.get("gid")),
                options.getOrDefault("mode", "755"),
                !options.containsKey("ro"));
    }

    private static Optional<Bytes> size(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(Bytes::parse);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static long id(@Nullable String text) {
        try {
            return text == null ? 0 : Choice.number(text);
        } catch (MalformedTextException e) {
            return 0;
        }
    }

    /** Returns the mounts of one type, in their order. */
    static List<Mount> ofType(List<Mount> mounts, String type) {
        List<Mount> found = new ArrayList<>(mounts);
        found.removeIf(mount -> !mount.type().equals(type));
        return found;
    }
}
