package io.github.hpjvm.cli.pod;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code $(NAME)} by an earlier variable, and two dollars by one (kubernetes.io, "Define Dependent Variables").
 * Variables that expand each other grow exponentially, so the size of all texts together is limited by what the kernel
 * accepts: arguments and variables of a program take at most 6 MiB (bprm_stack_limits of Linux's {@code fs/exec.c}).
 */
final class Expansion {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\$|\\$\\(([A-Za-z_.-][A-Za-z0-9_.-]*)\\)");
    /** The largest number of characters of the texts together. */
    static final int MOST = 6 << 20;

    private final Map<String, String> variables = new HashMap<>();
    private final Set<String> elsewhere = new HashSet<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Set<String> references = new HashSet<>();
    private int left = MOST;

    /** The variables that were defined. */
    Map<String, String> variables() {
        return variables;
    }

    /** The references to variables whose values are not in the manifest, which the texts still have. */
    Set<String> references() {
        return references;
    }

    /** Defines a variable whose value is not in the manifest. */
    void defineElsewhere(String name) {
        variables.remove(name);
        elsewhere.add(name);
    }

    /** Adds variables that are not in the manifest, whose names have a prefix, perhaps an empty one. */
    void addFrom(String prefix) {
        prefixes.add(prefix);
    }

    /** Returns whether the variable may have a value that is not in the manifest. */
    boolean isElsewhere(String name) {
        return elsewhere.contains(name)
                || !variables.containsKey(name) && prefixes.stream().anyMatch(name::startsWith);
    }

    /**
     * Defines a variable.
     *
     * @throws PodException if all texts together exceed the limit
     */
    void define(String name, String value, int line) {
        variables.put(name, expanded(value, line));
        elsewhere.remove(name);
    }

    /**
     * The text with the values of the variables that were defined before.
     *
     * @throws PodException if all texts together exceed the limit
     */
    String expanded(String text, int line) {
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder expanded = new StringBuilder();
        int copied = 0;
        while (matcher.find()) {
            String name = matcher.group(1);
            take(matcher.start() - copied, line);
            expanded.append(text, copied, matcher.start());
            if (name != null && isElsewhere(name)) {
                references.add(matcher.group());
            }
            String value = name == null ? "$" : variables.getOrDefault(name, matcher.group());
            take(value.length(), line);
            expanded.append(value);
            copied = matcher.end();
        }
        take(text.length() - copied, line);
        return expanded.append(text, copied, text.length()).toString();
    }

    private void take(int length, int line) {
        if (length > left) {
            throw new PodException(
                    line,
                    "the command and the variables of the container expand to more than 6 MiB, and Linux starts no"
                            + " program with more");
        }
        left -= length;
    }
}
