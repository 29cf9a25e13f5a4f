package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds flags of a program that contradict a variant. Pure functions. */
public final class Conflicts {
    /** The flags by which HotSpot chooses its pages (globals_linux.hpp; the last two before 22, JDK-8261894). */
    private static final Set<String> PAGES =
            Set.of("UseLargePages", "UseTransparentHugePages", "LargePageSizeInBytes", "UseHugeTLBFS", "UseSHM");

    private Conflicts() {}

    /**
     * A flag and the variant that it contradicts.
     *
     * @param own the program's own argument
     * @param variant the name of the variant
     * @param wants the variant's argument for the same flag; empty if it uses the default
     */
    public record Conflict(String own, String variant, Optional<String> wants) {
        /** Describes the conflict. */
        @Override
        public String toString() {
            return own + " contradicts " + variant + ", which "
                    + wants.map(it -> "sets " + it).orElse("needs the default of that flag");
        }
    }

    /**
     * The first conflict of each argument; empty if all variants differ.
     *
     * @param own the program's own JVM arguments
     */
    public static List<Conflict> find(List<String> own, List<Variant> variants, TargetJvm jvm) {
        return own.stream()
                .distinct()
                .flatMap(argument ->
                        variants.stream()
                                .flatMap(variant -> conflict(argument, variant, jvm).stream())
                                .findFirst()
                                .stream())
                .toList();
    }

    private static Optional<Conflict> conflict(String own, Variant variant, TargetJvm jvm) {
        Optional<String> flag = flag(own);
        if (flag.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> wants = variant.arguments(jvm).stream()
                .filter(argument -> flag(argument).equals(flag))
                .reduce((first, last) -> last);
        boolean same = wants.filter(own::equals).isPresent();
        boolean free = variant.proof() instanceof Proof.Reported && wants.isEmpty();
        return same || free || wants.isEmpty() && !PAGES.contains(flag.get())
                ? Optional.empty()
                : Optional.of(new Conflict(own, variant.name(), wants));
    }

    /** The name in {@code -XX:+Name}, {@code -XX:-Name} and {@code -XX:Name=value}; empty for anything else. */
    static Optional<String> flag(String argument) {
        if (!argument.startsWith("-XX:") || argument.length() < 6) {
            return Optional.empty();
        }
        String rest = argument.substring(4);
        if (rest.charAt(0) == '+' || rest.charAt(0) == '-') {
            return Optional.of(rest.substring(1));
        }
        int equals = rest.indexOf('=');
        return equals < 1 ? Optional.empty() : Optional.of(rest.substring(0, equals));
    }

    /** Returns whether the flag is one by which HotSpot chooses its page size. */
    static boolean isAboutPages(String argument) {
        return flag(argument).filter(PAGES::contains).isPresent();
    }

    /** The arguments without arguments that contradict a variant. */
    public static List<String> without(List<String> own, List<Conflict> conflicts) {
        List<String> taken = conflicts.stream().map(Conflict::own).toList();
        return own.stream().filter(argument -> !taken.contains(argument)).toList();
    }
}
