package io.github.hpjvm.advisor.text;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What arguments of HotSpot decide, with any value: two arguments with one subject override each other, or conflict. */
public final class FlagSubjects {
    /** Options and the flags that they set ({@code arguments.cpp}, parse_each_vm_init_arg). */
    private static final Map<String, Set<String>> OPTIONS = Map.of(
            "-Xmx", Set.of("MaxHeapSize"),
            "-Xms", Set.of("InitialHeapSize", "MinHeapSize"),
            "-Xmn", Set.of("NewSize", "MaxNewSize"),
            "-Xss", Set.of("ThreadStackSize"),
            "-Xmaxjitcodesize", Set.of("ReservedCodeCacheSize"));

    /** A flag that sets UseLargePages as well ({@code os_linux.cpp}, os::large_page_init). */
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static final String ON = "-XX:+";

    private FlagSubjects() {}

    /** The subjects of an argument; the argument itself if it is not known. */
    public static Set<String> of(String argument) {
        if (argument.equals(THP)) {
            return Set.of("UseTransparentHugePages", "UseLargePages");
        }
        String name = FlagName.of(argument).orElse("");
        if (name.isEmpty()) {
            return ofOption(argument);
        }
        return isCollector(argument) ? Set.of(name, "the collector") : Set.of(name);
    }

    /**
     * Returns whether an added argument takes the place of a present one, so that the present one must go: it may be read
     * later. Two switches that are on contradict each other only if both select a collector.
     */
    public static boolean replaces(String added, String present) {
        boolean bothOn = added.startsWith(ON) && present.startsWith(ON);
        return !added.equals(present)
                && !Collections.disjoint(of(added), of(present))
                && (!bothOn || isCollector(added));
    }

    /**
     * The arguments to remove where some are added: those that {@link #replaces} names as well. An added argument may be read
     * before the command line, from a variable, and would lose to its opposite there.
     *
     * @param present the present arguments
     */
    public static List<String> removed(List<String> added, List<String> removed, List<String> present) {
        Set<String> all = new LinkedHashSet<>(removed);
        present.stream()
                .filter(one -> added.stream().anyMatch(flag -> replaces(flag, one)))
                .forEach(all::add);
        return List.copyOf(all);
    }

    private static boolean isCollector(String argument) {
        return argument.startsWith("-XX:+Use") && argument.endsWith("GC");
    }

    private static Set<String> ofOption(String option) {
        for (Map.Entry<String, Set<String>> one : OPTIONS.entrySet()) {
            if (option.startsWith(one.getKey())) {
                return one.getValue();
            }
        }
        return Set.of(option);
    }
}
