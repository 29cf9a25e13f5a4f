package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.os.text.Visible;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names of JVMs in the label {@code jvm}: the name of a service, its jar or its main class, never a PID or a command
 * line. JVMs with the same name are one service. The number of names is limited, because each is a time series. Users have equal
 * shares of it. A user with fewer names leaves the rest of the share to the others.
 */
final class ServiceNames {
    /** The most names. JVMs with further names share {@link #OTHER}: of each user, the later ones in alphabetical order. */
    static final int MOST = 200;

    static final String OTHER = "other";
    static final String UNKNOWN = "unknown";

    private static final int LONGEST = 100;

    private ServiceNames() {}

    /**
     * Returns the name of each JVM by its PID.
     *
     * @param declared names that JVMs have in their properties or environment, by PID
     * @param given names that the user gave, by PID, or by the name that the JVM would have otherwise
     */
    static Map<Long, String> of(List<Jvm> jvms, Map<Long, String> declared, Map<String, String> given) {
        Map<Long, String> names = new HashMap<>();
        for (Jvm jvm : jvms) {
            String found = Optional.ofNullable(declared.get(jvm.pid())).orElseGet(() -> program(jvm));
            String byName = given.getOrDefault(found, found);
            String name = given.getOrDefault(Long.toString(jvm.pid()), byName);
            names.put(jvm.pid(), Visible.name(name, LONGEST));
        }
        if (new HashSet<>(names.values()).size() > MOST) {
            Set<String> kept = shared(jvms, names);
            names.replaceAll((pid, name) -> kept.contains(name) ? name : OTHER);
        }
        return names;
    }

    /** Returns the names that are kept: users choose in turn, each in alphabetical order. */
    private static Set<String> shared(List<Jvm> jvms, Map<Long, String> names) {
        Map<String, TreeSet<String>> byUser = new TreeMap<>();
        jvms.forEach(jvm -> byUser.computeIfAbsent(jvm.user(), user -> new TreeSet<>())
                .add(names.getOrDefault(jvm.pid(), UNKNOWN)));
        Set<String> kept = new HashSet<>();
        while (true) {
            byUser.values().removeIf(TreeSet::isEmpty);
            for (TreeSet<String> ofUser : byUser.values()) {
                if (kept.size() == MOST - 1) {
                    return kept;
                }
                ofUser.removeAll(kept);
                Optional.ofNullable(ofUser.pollFirst()).ifPresent(kept::add);
            }
        }
    }

    /** The file name of the jar, the main class, or else the program that started the JVM. */
    private static String program(Jvm jvm) {
        String program = jvm.program().orElse("");
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.isBlank() || name.equals("java") ? UNKNOWN : name;
    }
}
