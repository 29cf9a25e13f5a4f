package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.JavaVersion;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The JVM that the forks run on, as it described itself.
 *
 * @param java the launcher, {@code <java home>/bin/java}
 * @param version its Java version
 * @param build {@code java.runtime.version}, such as {@code 21.0.9+10}; {@code java.vm.version} would start with 25 for
 *     JDK 8 and for JDK 25 alike
 * @param vendor {@code java.vendor}
 * @param vmName {@code java.vm.name}
 * @param flags every flag that {@code -XX:+PrintFlagsFinal} lists with diagnostic and experimental flags unlocked, with
 *     its default value on this host
 */
public record TargetJvm(
        Path java, JavaVersion version, String build, String vendor, String vmName, Map<String, String> flags) {

    public TargetJvm {
        flags = Map.copyOf(flags);
    }

    /** Whether the JVM has a flag of that name; one that it lacks would make it refuse to start. */
    public boolean knows(String flag) {
        return flags.containsKey(flag);
    }

    /** Size of the reserved code cache that this JVM chooses by itself; empty where it does not say. */
    public Optional<Bytes> reservedCodeCache() {
        return Optional.ofNullable(flags.get("ReservedCodeCacheSize")).map(Bytes::parse);
    }

    /** Whether the flag is on by default here, as SapMachine 25 has it for transparent huge pages. */
    public boolean isOnByDefault(String flag) {
        return "true".equals(flags.get(flag));
    }

    /** For people: {@code OpenJDK 64-Bit Server VM 21.0.9+10 (Debian)}. */
    @Override
    public String toString() {
        return vmName + " " + build + " (" + vendor + ")";
    }
}
