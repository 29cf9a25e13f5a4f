package io.github.hpjvm.bench.variant;

import java.util.List;
import java.util.regex.Pattern;

/** Flags that choose a collector; HotSpot accepts one of them (GCConfig::select_gc of gcConfig.cpp). Pure functions. */
public final class Collectors {
    private static final Pattern CHOICE = Pattern.compile("-XX:\\+Use\\w+GC");

    private Collectors() {}

    /** Returns whether the argument chooses a collector. */
    public static boolean isChoice(String argument) {
        return CHOICE.matcher(argument).matches() && !argument.equals("-XX:+UseAdaptiveSizePolicyWithSystemGC");
    }

    /** The program's arguments without its choice of a collector, if the variant's arguments choose another one. */
    public static List<String> without(List<String> program, List<String> variant) {
        List<String> chosen = variant.stream().filter(Collectors::isChoice).toList();
        return chosen.isEmpty()
                ? program
                : program.stream()
                        .filter(argument -> !isChoice(argument) || chosen.contains(argument))
                        .toList();
    }
}
