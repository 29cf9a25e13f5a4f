package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.os.text.Visible;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The names of JVMs in the label {@code jvm}: the name of a service, its jar or its main class, never a PID or a command
 * line. JVMs with the same name are one service. The number of names is limited, because each is a time series.
 */
final class ServiceNames {
    /** The most names. JVMs with later names in alphabetical order share {@link #OTHER}. */
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
        TreeSet<String> all = new TreeSet<>(names.values());
        if (all.size() > MOST) {
            List<String> kept = all.stream().limit(MOST - 1).toList();
            names.replaceAll((pid, name) -> kept.contains(name) ? name : OTHER);
        }
        return names;
    }

    /** The file name of the jar, the main class, or else the program that started the JVM. */
    private static String program(Jvm jvm) {
        String program = jvm.program().orElse("");
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.isBlank() || name.equals("java") ? UNKNOWN : name;
    }
}
