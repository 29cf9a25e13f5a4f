package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Cgroup.Layout;
import io.github.hpjvm.advisor.facts.CgroupControllers;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Mounts.Mount;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.Lines;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The control groups of a process. {@code /proc/PID/cgroup} (cgroups(7)) gives their paths, our own mounts give their
 * folders.
 */
public final class Cgroups {

    private Cgroups() {}

    /**
     * Returns the groups of a process, with the limits of these and of all groups above; VANISHED if the process has
     * ended.
     */
    public static Fact<Cgroup> read(Roots roots, long pid) {
        return read(roots, Long.toString(pid));
    }

    /** Returns those of the reading process. */
    public static Fact<Cgroup> readOwn(Roots roots) {
        return read(roots, "self");
    }

    /** Returns whether a process is in a frozen group, as those of a paused container are. */
    public static boolean isFrozen(Roots roots, long pid) {
        return tree(roots, Long.toString(pid))
                .known()
                .filter(CgroupTree::frozen)
                .isPresent();
    }

    /** Returns the folders of the reading process. */
    public static Fact<CgroupTree> ownTree(Roots roots) {
        return tree(roots, "self");
    }

    /**
     * Returns the limits at which the kernel refuses new memory to a process, or delays it: {@code memory.max} and
     * {@code memory.high} of its groups (Documentation/admin-guide/cgroup-v2.rst). They are unknown if there is none in the groups
     * that are mounted here, and groups above them are hidden: these may have one.
     */
    public static Fact<List<GroupLimit>> chargeLimits(Roots roots, long pid) {
        return tree(roots, Long.toString(pid)).flatMap(tree -> new MemoryFiles(tree).allCharges());
    }

    /** Returns those of the reading process. */
    public static Fact<List<GroupLimit>> ownChargeLimits(Roots roots) {
        return ownTree(roots).flatMap(tree -> new MemoryFiles(tree).charges());
    }

    private static Fact<CgroupTree> tree(Roots roots, String process) {
        return paths(roots, process)
                .flatMap(p -> Mounts.read(roots.proc(), "self").map(mounts -> new CgroupTree(roots, p, mounts)));
    }

    /** Reads once more if the process was moved meanwhile: its first group may be removed, and has no limits then. */
    private static Fact<Cgroup> read(Roots roots, String process) {
        Fact<Map<String, String>> paths = paths(roots, process);
        Fact<Cgroup> first = read(roots, process, paths);
        Fact<Map<String, String>> now = paths(roots, process);
        boolean moved = now.known().isPresent() && !now.known().equals(paths.known());
        return moved ? read(roots, process, now) : first;
    }

    private static Fact<Cgroup> read(Roots roots, String process, Fact<Map<String, String>> paths) {
        return paths.flatMap(p -> Mounts.read(roots.proc(), "self").flatMap(mounts -> {
            CgroupTree tree = new CgroupTree(roots, p, mounts);
            Cgroup cgroup = new Cgroup(
                    layout(mounts),
                    p,
                    container(roots, process, p),
                    tree.hidden(),
                    tree.hugetlb(),
                    new MemoryFiles(tree).group(),
                    new CpuFiles(tree).quota(),
                    GroupViews.of(roots, process, p, tree),
                    controllers(roots).known());
            return Fact.known(cgroup, paths.source());
        }));
    }

    /** Returns the controllers of the kernel. */
    static Fact<CgroupControllers> controllers(Roots roots) {
        return TextFile.parsed(TextFile.read(roots.proc().resolve("cgroups")), Cgroups::controllers);
    }

    /**
     * Parses {@code /proc/cgroups}.
     *
     * @throws MalformedTextException if a line does not have four words
     */
    static CgroupControllers controllers(String text) {
        Map<String, Boolean> enabled = new TreeMap<>();
        for (String line : Lines.of(text)) {
            if (!line.startsWith("#")) {
                List<String> words = Words.of(line);
                if (words.size() != 4) {
                    throw new MalformedTextException("not a controller", line);
                }
                enabled.put(words.get(0), words.get(3).equals("1"));
            }
        }
        return new CgroupControllers(enabled);
    }

    /** Returns the container of a process; empty if it is in none, or if that is not visible. */
    public static Optional<Container> container(Roots roots, long pid) {
        String process = Long.toString(pid);
        return container(roots, process, paths(roots, process).known().orElse(Map.of()));
    }

    private static Optional<Container> container(Roots roots, String process, Map<String, String> paths) {
        return Containers.ofPaths(paths.values())
                .or(() -> Mounts.read(roots.proc(), process).known().flatMap(Containers::ofMounts));
    }

    private static Fact<Map<String, String>> paths(Roots roots, String process) {
        Fact<String> text = process.equals("self")
                ? TextFile.read(roots.proc().resolve("self/cgroup"))
                : ProcessFile.read(roots.proc(), Long.parseLong(process), "cgroup", TextFile.LIMIT);
        return TextFile.parsed(text, Cgroups::parse)
                .flatMap(paths -> Fact.known(paths, Source.of(text.source().path(), excerpt(paths))));
    }

    private static String excerpt(Map<String, String> paths) {
        List<String> lines = new ArrayList<>();
        paths.forEach((controllers, path) -> {
            if (controllers.equals(Cgroup.UNIFIED)
                    || controllers.contains("hugetlb")
                    || controllers.contains("memory")) {
                lines.add(controllers + ":" + path);
            }
        });
        return String.join("\n", lines);
    }

    /**
     * Parses the paths by the list of controllers. For version 2 the list is {@link Cgroup#UNIFIED}.
     *
     * @throws MalformedTextException if a line is not {@code number:controllers:path}
     */
    public static Map<String, String> parse(String text) {
        Map<String, String> paths = new LinkedHashMap<>();
        Lines.of(text).forEach(line -> {
            int first = line.indexOf(':');
            int second = line.indexOf(':', first + 1);
            if (first <= 0 || second < 0 || second + 1 >= line.length() || line.charAt(second + 1) != '/') {
                throw new MalformedTextException("not a control group", line);
            }
            Choice.number(line.substring(0, first));
            String controllers = line.substring(first + 1, second);
            paths.putIfAbsent(controllers.isEmpty() ? Cgroup.UNIFIED : controllers, line.substring(second + 1));
        });
        return paths;
    }

    private static Layout layout(List<Mount> mounts) {
        boolean v2 = !Mounts.ofType(mounts, "cgroup2").isEmpty();
        boolean v1 = !Mounts.ofType(mounts, "cgroup").isEmpty();
        if (v1) {
            return v2 ? Layout.HYBRID : Layout.V1;
        }
        return v2 ? Layout.V2 : Layout.NONE;
    }
}
