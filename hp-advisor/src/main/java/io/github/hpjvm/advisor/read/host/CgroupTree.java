package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Mounts.Mount;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The folders of one process's control groups, from its own up to the root of the mount
 * (Documentation/admin-guide/cgroup-v2.rst; cgroup-v1/hugetlb.rst and memory.rst).
 */
public final class CgroupTree {

    private static final int DEEPEST = 128;

    /** Version 1 shows no limit as the largest multiple of the page size that a long holds. */
    private static final long UNLIMITED = 1L << 62;

    private static final String HUGETLB = "hugetlb.";

    /**
     * One group.
     *
     * @param folder of its files
     * @param name of that folder; the text of a Path lacks characters that the locale does not have
     * @param cgroup its path
     */
    record Level(Path folder, String name, String cgroup) {}

    /**
     * Names of the files in each version.
     *
     * @param cache key in {@code memory.stat} of the inactive file pages of a group and of those below it
     */
    record Names(String max, String usage, String cache) {
        static Names of(boolean v1) {
            return v1
                    ? new Names("limit_in_bytes", "usage_in_bytes", "total_inactive_file")
                    : new Names("max", "current", "inactive_file");
        }
    }

    /**
     * The levels of one hierarchy.
     *
     * @param v1 whether it is one of version 1
     * @param levels the process's own group first
     */
    record Hierarchy(boolean v1, List<Level> levels) {}

    private final Roots roots;
    private final Map<String, String> paths;
    private final List<Mount> mounts;

    CgroupTree(Roots roots, Map<String, String> paths, List<Mount> mounts) {
        this.roots = roots;
        this.paths = paths;
        this.mounts = mounts;
    }

    /** Returns whether the topmost group that is mounted has one above it, in any hierarchy that matters and exists. */
    boolean hidden() {
        return List.of("hugetlb", "memory").stream()
                .map(this::hierarchy)
                .anyMatch(hierarchy -> hierarchy instanceof Fact.Absent<Hierarchy> absent
                        ? absent.reason() != Reason.NOT_SUPPORTED
                        : hierarchy.known().filter(CgroupTree::hidden).isPresent());
    }

    /**
     * Returns whether a parent group is hidden. Of version 2 only the root has no cgroup.type, and of version 1 only the
     * root has a release_agent.
     */
    static boolean hidden(Hierarchy hierarchy) {
        Path top = hierarchy.levels().get(hierarchy.levels().size() - 1).folder();
        return hierarchy.v1()
                ? Files.notExists(top.resolve("release_agent"))
                : Files.exists(top.resolve("cgroup.type"));
    }

    /**
     * Returns whether the process is frozen: {@code frozen} in {@code cgroup.events} of version 2, {@code freezer.state}
     * of version 1 (Documentation/admin-guide/cgroup-v2.rst; cgroup-v1/freezer-subsystem.rst). Both may be mounted.
     */
    boolean frozen() {
        boolean unified = Optional.ofNullable(paths.get(Cgroup.UNIFIED))
                .flatMap(path -> levels(mounted(mounts, "cgroup2", ""), path, false, "freezer")
                        .known())
                .flatMap(hierarchy -> keyed(hierarchy.levels().get(0).folder().resolve("cgroup.events"), "frozen"))
                .filter(frozen -> frozen != 0)
                .isPresent();
        return unified
                || hierarchy("freezer")
                        .known()
                        .filter(Hierarchy::v1)
                        .flatMap(hierarchy -> TextFile.read(
                                        hierarchy.levels().get(0).folder().resolve("freezer.state"))
                                .known())
                        .filter(state -> state.startsWith("FR"))
                        .isPresent();
    }

    /** Returns the limits for hugetlb pages of every size. */
    Fact<List<HugetlbGroup>> hugetlb() {
        return hierarchy("hugetlb").flatMap(hierarchy -> {
            TreeSet<String> sizes = new TreeSet<>();
            for (Level level : hierarchy.levels()) {
                Fact<List<String>> names = Folder.names(level.folder());
                if (names instanceof Fact.Absent<List<String>> absent) {
                    return Fact.absent(absent.reason(), absent.source(), absent.grant());
                }
                for (String name : names.known().orElse(List.of())) {
                    limited(name).ifPresent(sizes::add);
                }
            }
            return hugetlb(hierarchy, sizes);
        });
    }

    /** Returns the page size in the name of a file with a limit for its pages: {@code hugetlb.2MB.max}. */
    private static Optional<String> limited(String file) {
        int dot = file.startsWith(HUGETLB) ? file.indexOf('.', HUGETLB.length()) : -1;
        if (dot < 0 || !file.endsWith(".max") && !file.endsWith(".limit_in_bytes") || dot != file.lastIndexOf('.')) {
            return Optional.empty();
        }
        String size = file.substring(HUGETLB.length(), dot);
        int unit = size.length() - 2;
        boolean isSize = unit > 0
                && size.endsWith("B")
                && "KMG".indexOf(size.charAt(unit)) >= 0
                && Words.isNumber(size.substring(0, unit), 9);
        return isSize ? Optional.of(size) : Optional.empty();
    }

    private static Fact<List<HugetlbGroup>> hugetlb(Hierarchy hierarchy, Iterable<String> sizes) {
        Names names = Names.of(hierarchy.v1());
        Path own = hierarchy.levels().get(0).folder();
        List<HugetlbGroup> groups = new ArrayList<>();
        for (String size : sizes) {
            String prefix = "hugetlb." + size + ".";
            Fact<List<GroupLimit>> max =
                    limits(hierarchy, prefix + names.max(), prefix + names.usage(), Optional.empty());
            Fact<List<GroupLimit>> reserved = limits(
                    hierarchy, prefix + "rsvd." + names.max(), prefix + "rsvd." + names.usage(), Optional.empty());
            Fact<HugetlbGroup> group = max.flatMap(m -> reserved.map(r -> new HugetlbGroup(
                    Bytes.parse(size),
                    m,
                    r,
                    bytes(own.resolve(prefix + names.usage())),
                    bytes(own.resolve(prefix + "rsvd." + names.usage())),
                    hierarchy.v1()
                            ? number(own.resolve(prefix + "failcnt"))
                            : keyed(own.resolve(prefix + "events"), "max"))));
            if (group instanceof Fact.Absent<HugetlbGroup> absent) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            group.known().ifPresent(groups::add);
        }
        groups.sort((a, b) -> a.pageSize().compareTo(b.pageSize()));
        return Fact.known(List.copyOf(groups), Source.of(own, excerpt(groups)));
    }

    private static String excerpt(List<HugetlbGroup> groups) {
        List<String> lines = new ArrayList<>();
        for (HugetlbGroup group : groups) {
            group.tightest().map(CgroupTree::excerpt).ifPresent(lines::add);
            group.tightestReserved().map(CgroupTree::excerpt).ifPresent(lines::add);
        }
        return lines.isEmpty() ? "no limit" : String.join("\n", lines);
    }

    static String excerpt(GroupLimit limit) {
        String name = limit.file().substring(limit.file().lastIndexOf('/') + 1);
        return name + "=" + limit.limit().value() + " in " + limit.cgroup();
    }

    /**
     * The folder of the group that counts the memory of the process.
     *
     * @param path the folder of its own group
     * @param v1 whether the controller is on version 1
     */
    public record MemoryFolder(Path path, boolean v1) {}

    /** Returns the folder of the process's own group for memory. */
    public Fact<MemoryFolder> memoryFolder() {
        return hierarchy("memory")
                .map(hierarchy -> new MemoryFolder(hierarchy.levels().get(0).folder(), hierarchy.v1()));
    }

    /**
     * Returns the finite limits from the own group upwards. A level without such a file does not limit.
     *
     * @param cache key of its cache in {@code memory.stat}; empty for a limit that covers no cache
     */
    static Fact<List<GroupLimit>> limits(Hierarchy hierarchy, String file, String usage, Optional<String> cache) {
        List<GroupLimit> limits = new ArrayList<>();
        for (Level level : hierarchy.levels()) {
            Path path = level.folder().resolve(file);
            Fact<Optional<Optional<Bytes>>> limit = ThpFiles.optional(TextFile.read(path, CgroupTree::limit));
            if (limit instanceof Fact.Absent<Optional<Optional<Bytes>>> absent) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            limit.known()
                    .flatMap(there -> there)
                    .flatMap(finite -> finite)
                    .ifPresent(bytes -> limits.add(new GroupLimit(
                            bytes,
                            bytes(level.folder().resolve(usage)),
                            cache.flatMap(key -> bytes(stat(level.folder()), key)),
                            level.cgroup(),
                            level.name() + "/" + file)));
        }
        return Fact.known(limits, Source.of(hierarchy.levels().get(0).folder().resolve(file)));
    }

    /** Parses a limit in bytes; empty for none. */
    public static Optional<Bytes> limit(String text) {
        if (text.strip().equals("max")) {
            return Optional.empty();
        }
        return Optional.of(Choice.number(text)).filter(n -> n < UNLIMITED).map(Bytes::of);
    }

    static Optional<Bytes> bytes(Path file) {
        return number(file).map(Bytes::of);
    }

    static Optional<String> stat(Path folder) {
        return TextFile.read(folder.resolve("memory.stat")).known();
    }

    /** Returns a value of {@code memory.stat}; empty if its line has no number or does not exist. */
    static Optional<Bytes> bytes(Optional<String> stat, String key) {
        try {
            return stat.flatMap(text -> keyed(text, key)).map(Bytes::of);
        } catch (MalformedTextException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> number(Path file) {
        return TextFile.read(file, Choice::number).known();
    }

    private static Optional<Long> keyed(Path file, String key) {
        return TextFile.read(file, text -> keyed(text, key)).known().flatMap(n -> n);
    }

    /**
     * Returns the number after a key, in lines {@code key number}; empty if there is no such line.
     *
     * @throws MalformedTextException if it is no number
     */
    public static Optional<Long> keyed(String text, String key) {
        return First.line(text, key + " ").map(line -> Choice.number(line.substring(key.length())));
    }

    /**
     * Returns the folders of the group that a controller has for this process: on version 1 if it is there, else on 2.
     */
    Fact<Hierarchy> hierarchy(String controller) {
        Optional<String> v1 = Cgroup.v1Path(paths, controller);
        if (v1.isPresent()) {
            return levels(mounted(mounts, "cgroup", controller), v1.get(), true, controller);
        }
        String path = paths.get(Cgroup.UNIFIED);
        if (path == null) {
            return Fact.absent(
                    Reason.NOT_SUPPORTED, Source.of("/proc/PID/cgroup", "no control group for " + controller));
        }
        return levels(mounted(mounts, "cgroup2", ""), path, false, controller);
    }

    /** Returns whether version 2 is mounted with memory_hugetlb_accounting (cgroup_show_options in kernel/cgroup/cgroup.c). */
    boolean chargesHugetlb() {
        return Mounts.ofType(mounts, "cgroup2").stream()
                .anyMatch(mount -> mount.options().containsKey("memory_hugetlb_accounting"));
    }

    /** Returns the mounts of a type that have an option; an empty option selects all. */
    static List<Mount> mounted(List<Mount> mounts, String type, String option) {
        return Mounts.ofType(mounts, type).stream()
                .filter(mount -> option.isEmpty() || mount.options().containsKey(option))
                .toList();
    }

    private Fact<Hierarchy> levels(List<Mount> candidates, String path, boolean v1, String controller) {
        for (Mount mount : candidates) {
            Optional<String> below = below(mount.root(), path);
            if (below.isPresent()) {
                Hierarchy hierarchy = hierarchy(mount, below.get(), path, v1);
                if (hierarchy.levels().size() <= DEEPEST) {
                    return Fact.known(
                            hierarchy, Source.of(hierarchy.levels().get(0).folder()));
                }
            }
        }
        return Fact.absent(
                Reason.NOT_PRESENT,
                Source.of("/proc/self/mountinfo", "the group " + path + " of " + controller + " is not mounted here"),
                "run outside the container, or mount the host's /sys/fs/cgroup into it");
    }

    /**
     * Returns the part of a path below a mounted root; empty if it is elsewhere. The kernel writes both relative to the root
     * of the reader's namespace, with {@code /..} for each step up (kernfs_path_from_node in {@code fs/kernfs/dir.c}). So a
     * root that begins with such steps has a path below it only if that path begins with the same ones.
     */
    static Optional<String> below(String root, String path) {
        if (path.equals(root)) {
            return Optional.of("");
        }
        String top = root.equals("/") ? root : root + "/";
        return Optional.of(path)
                .filter(any -> any.startsWith(top))
                .map(any -> any.substring(top.length()))
                .filter(below -> !("/" + below + "/").contains("/../"));
    }

    private Hierarchy hierarchy(Mount mount, String below, String path, boolean v1) {
        List<Level> levels = new ArrayList<>();
        Path top = roots.at(mount.point());
        Path folder = below.isEmpty() ? top : top.resolve(BytePath.of(below));
        String name = below.isEmpty() ? top.toString() : top + "/" + below;
        String cgroup = path;
        while (levels.size() <= DEEPEST) {
            levels.add(new Level(folder, name, cgroup));
            if (folder.equals(top) || folder.getParent() == null) {
                break;
            }
            folder = folder.getParent();
            name = name.substring(0, Math.max(0, name.lastIndexOf('/')));
            int slash = cgroup.lastIndexOf('/');
            cgroup = slash <= 0 ? "/" : cgroup.substring(0, slash);
        }
        return new Hierarchy(v1, levels);
    }
}
