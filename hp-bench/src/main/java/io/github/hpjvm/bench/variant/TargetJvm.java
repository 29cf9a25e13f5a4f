package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM that runs the forks, as it describes itself.
 *
 * @param java the launcher, {@code <java home>/bin/java}
 * @param version its Java version
 * @param build {@code java.runtime.version}, such as {@code 21.0.9+10}; {@code java.vm.version} would start with 25 for
 *     JDK 8 and for JDK 25 alike
 * @param vendor {@code java.vendor}
 * @param vmName {@code java.vm.name}
 * @param flags every flag that {@code -XX:+PrintFlagsFinal} lists with diagnostic and experimental flags unlocked, with
 *     its default value on this host
 * @param second the JVM of the second program of a campaign; empty if there is no such program, or if it runs on this one
 */
public record TargetJvm(
        Path java,
        JavaVersion version,
        String build,
        String vendor,
        String vmName,
        Map<String, String> flags,
        Optional<TargetJvm> second) {

    public TargetJvm {
        flags = Map.copyOf(flags);
    }

    /** The JVM of all programs of a campaign. */
    public TargetJvm(
            Path java, JavaVersion version, String build, String vendor, String vmName, Map<String, String> flags) {
        this(java, version, build, vendor, vmName, flags, Optional.empty());
    }

    /** This JVM, and that of the second program. */
    public TargetJvm and(TargetJvm ofSecond) {
        return new TargetJvm(
                java,
                version,
                build,
                vendor,
                vmName,
                flags,
                Optional.of(ofSecond).filter(it -> !it.java.equals(java)));
    }

    /** Returns whether the JVM has a flag of that name; it refuses to start with an unknown flag. */
    public boolean knows(String flag) {
        return flags.containsKey(flag);
    }

    /** Default size of the reserved code cache of this JVM; empty if unknown. */
    public Optional<Bytes> reservedCodeCache() {
        return Optional.ofNullable(flags.get("ReservedCodeCacheSize")).map(Bytes::parse);
    }

    /** Returns whether the flag is enabled by default, as SapMachine 25 has it for transparent huge pages. */
    public boolean isOnByDefault(String flag) {
        return "true".equals(flags.get(flag));
    }

    /** Describes the JVM: {@code OpenJDK 64-Bit Server VM 21.0.9+10 (Debian)}. */
    @Override
    public String toString() {
        return vmName + " " + build + " (" + vendor + ")";
    }
}
