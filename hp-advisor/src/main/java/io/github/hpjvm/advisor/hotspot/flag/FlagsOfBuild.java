package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The flags of one build: its own list if it could be started, otherwise the table.
 *
 * <p>A build that is started bare lists all of its product flags. It lists the diagnostic and experimental ones only in
 * 26 and newer; before that only after their unlock.
 */
final class FlagsOfBuild {

    /** The release whose rules apply to an unknown release. */
    private static final int NEWEST = 28;

    private final FlagTable table;
    private final Optional<JavaVersion> version;
    private final String vendor;
    private final Optional<String> architecture;
    private final Map<String, VmFlag> listed;

    /**
     * Creates the flags.
     *
     * @param architecture of the machine, as in {@code uname -m}; empty if it is not known
     * @param listed the flags that the build prints; empty if it was not started
     */
    FlagsOfBuild(VmIdentity vm, Optional<String> architecture, Map<String, VmFlag> listed) {
        this.table = FlagTable.standard();
        this.version = vm.release();
        this.vendor = vm.vendor();
        this.architecture = architecture;
        this.listed = listed;
    }

    int feature() {
        return version.map(JavaVersion::feature).orElse(NEWEST);
    }

    /**
     * Returns whether it refuses a LargePageSizeInBytes that is not a power of 2: from 26 on (JDK-8358748, of August
     * 2025), and in updates of 17, 21 and 25 that came after it. Measured: not in 17.0.9, 21.0.2, 21.0.4 and 21.0.8; in
     * 17.0.21, 21.0.13, 25.0.2 and 25.0.5. For 25 it is jdk25u pull request 234 of September 2025, after 25.0.1. Empty
     * for updates between.
     */
    Optional<Boolean> refusesOddPageSizes() {
        if (version.isEmpty()) {
            return Optional.of(true);
        }
        return switch (feature()) {
            case 17 -> between(version.get(), 18, 21);
            case 21 -> between(version.get(), 10, 13);
            case 25 -> Optional.of(version.get().isAtLeast(25, 0, 2));
            default -> Optional.of(feature() >= 26);
        };
    }

    /**
     * Returns whether the update has the change; empty between the two bounds.
     *
     * @param doubtful the first update for which this is unknown
     * @param sure the first update that is known to have the change
     */
    private static Optional<Boolean> between(JavaVersion version, int doubtful, int sure) {
        if (version.update() >= sure) {
            return Optional.of(true);
        }
        return version.update() < doubtful ? Optional.of(false) : Optional.empty();
    }

    /**
     * Returns whether the build may turn on the compiler interface without an argument: options in the runtime image
     * (resource {@code jdk/internal/vm/options}) do so in GraalVM, with {@code -XX:+EnableJVMCIProduct}.
     */
    boolean mayHaveCompilerInterface() {
        boolean listedOn = Stream.of("EnableJVMCI", "EnableJVMCIProduct")
                .map(listed::get)
                .anyMatch(flag -> flag != null && flag.value().equals("true"));
        return listedOn || vendor.contains("GraalVM");
    }

    /** Returns the release in words, for sentences. */
    String name() {
        return version.map(v -> "JDK " + v).orElse("a JDK of unknown release");
    }

    /** Returns the build's flag of that name after {@code -XX:}. */
    KnownFlag flag(String name) {
        KnownFlag known = known(name);
        VmFlag printed = listed.get(name);
        if (printed != null && known.kind() != FlagKind.ALIAS) {
            return known.as(printed);
        }
        boolean shouldBeListed = known.kind() == FlagKind.PRODUCT
                || known.kind() == FlagKind.UNSUPPORTED && known.unlock().isEmpty()
                || known.isProductIfThere();
        return !listed.isEmpty() && shouldBeListed && !known.isHidden() ? KnownFlag.none(name) : known;
    }

    private KnownFlag known(String name) {
        KnownFlag usual = table.find(name, version, vendor);
        if (isX86() || !FlagTable.aarch64().has(name)) {
            return usual;
        }
        if (architecture.isEmpty()) {
            return usual.kind() == FlagKind.NONE ? KnownFlag.unknown(name) : usual;
        }
        return architecture.get().equals("aarch64") && version.isPresent()
                ? FlagTable.aarch64().row(name, version.get(), vendor).orElse(usual)
                : KnownFlag.unknown(name);
    }

    private boolean isX86() {
        return architecture
                .filter(name -> name.startsWith("x86") || name.equals("amd64"))
                .isPresent();
    }

    /** Returns what would tell of the flag in that argument, or would know whether the build has it. */
    String whatTells(String argument) {
        String name = argument.replaceFirst("^-XX:[+-]?", "").replaceFirst("=.*", "");
        return !isX86() && FlagTable.aarch64().has(name)
                ? "the flags of this release on " + architecture.orElse("the architecture of the host")
                : "the flags of the releases before and after it";
    }

    /** Returns the build's option that is no flag, such as {@code -Xint} or {@code -Xmx1g}. */
    KnownFlag option(String word) {
        KnownFlag whole = table.find(word, version, vendor);
        if (whole.kind() == FlagKind.OPTION || whole.kind() == FlagKind.OBSOLETE) {
            return whole;
        }
        KnownFlag best = whole.kind() == FlagKind.PREFIX ? whole : KnownFlag.none(word);
        for (String prefix : table.prefixes()) {
            boolean longer = best.kind() == FlagKind.NONE
                    || prefix.length() > best.name().length();
            if (word.startsWith(prefix) && longer) {
                KnownFlag found = table.find(prefix, version, vendor);
                best = found.kind() == FlagKind.NONE ? best : found;
            }
        }
        return best.kind() == FlagKind.NONE ? whole : best;
    }

    /**
     * Returns the values of the flags that no argument sets, by name. Flags that ergonomics sets are present only if
     * the build was started.
     */
    Map<String, String> defaults() {
        if (listed.isEmpty()) {
            return table.defaults(version, vendor);
        }
        Map<String, String> values = new HashMap<>(table.defaults(version, vendor));
        values.keySet().removeIf(name -> flag(name).kind() == FlagKind.NONE);
        listed.forEach((name, flag) -> {
            if (flag.value().isEmpty()) {
                values.remove(name);
            } else {
                values.put(name, flag.value());
            }
        });
        return values;
    }
}
