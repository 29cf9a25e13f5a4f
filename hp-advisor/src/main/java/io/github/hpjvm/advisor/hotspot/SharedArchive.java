package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The check whether a JVM maps an archive of class data sharing. */
final class SharedArchive {
    /** Options that disable the default archive ({@code arguments.cpp}, check_unsupported_cds_runtime_properties). */
    private static final List<String> DISABLING = List.of("--patch-module", "--limit-modules", "--upgrade-module-path");

    private static final String FLAG = "UseSharedSpaces";
    private static final String MODE = "-Xshare:";

    /** Last release with the flag {@code UseSharedSpaces}: its final value is false if no archive could be mapped. */
    private static final int HAS_FLAG_UNTIL = 17;

    private SharedArchive() {}

    /**
     * Returns true if the JVM maps none: an option disables sharing, or the same JDK, started bare, mapped none. The packages
     * of Debian for 8 and 11 have no archive. From 18 on no flag shows the result; the output of {@code java -version} does.
     */
    static boolean isAbsent(Launch launch, int release) {
        List<String> texts =
                launch.arguments().list().stream().map(Argument::text).toList();
        boolean disabled = texts.stream().anyMatch(text -> DISABLING.stream().anyMatch(text::startsWith));
        Optional<String> mode = last(texts, MODE);
        if (disabled || mode.equals(Optional.of("off"))) {
            return true;
        }
        boolean named = last(texts, "-XX:SharedArchiveFile=").isPresent();
        if (release > HAS_FLAG_UNTIL) {
            return !named && launch.sharing().equals(Optional.of(false));
        }
        boolean off = texts.stream()
                .filter(text -> text.equals("-XX:+" + FLAG) || text.equals("-XX:-" + FLAG))
                .reduce((first, then) -> then)
                .equals(Optional.of("-XX:-" + FLAG));
        return off || isFalse(launch.finals()) || !named && isFalse(launch.defaults());
    }

    /** Returns whether it is known to map one. */
    static boolean isMapped(Launch launch, int release) {
        boolean known = release <= HAS_FLAG_UNTIL || launch.sharing().isPresent();
        return known && !isAbsent(launch, release);
    }

    private static Optional<String> last(List<String> texts, String start) {
        return texts.stream()
                .filter(text -> text.startsWith(start))
                .map(text -> text.substring(start.length()))
                .reduce((first, then) -> then);
    }

    private static boolean isFalse(Map<String, VmFlag> flags) {
        return VmFlag.forAdvice(flags, FLAG)
                .filter(flag -> flag.value().equals("false"))
                .isPresent();
    }
}
