package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks that a command ran on the JVM that its variant names: a script may choose another one. */
final class OtherJvm {
    private OtherJvm() {}

    /**
     * The reason why a run does not count; empty if it does, or the variant names no JVM.
     *
     * @param aboveLibjvm the folders above the libjvm.so of the JVM that is judged; none if unknown
     */
    static Optional<String> of(Variant variant, TargetJvm usual, Outside outside, List<Path> aboveLibjvm) {
        if (variant.home().isEmpty() || aboveLibjvm.contains(real(variant.home().get()))) {
            return Optional.empty();
        }
        TargetJvm wanted = variant.jvm(usual);
        return outside.jvms().stream()
                .filter(ObservedJvm::judged)
                .map(ObservedJvm::version)
                .filter(version -> !version.isEmpty() && !isSame(version, wanted.build()))
                .findFirst()
                .map(version -> PageEvidence.OTHER_JVM + ": " + variant.name() + " needs the JVM " + wanted.build()
                        + " in " + variant.home().get() + ", the command ran on " + version
                        + ": it uses neither JAVA_HOME nor java on PATH");
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException e) {
            return home.toAbsolutePath().normalize();
        }
    }

    /**
     * Compares versions of a JVM at another place, such as a copy in a container. One may lack what follows the build
     * number. JDK 8 publishes the version of its VM ({@code 1.8.0_504-b01}), and its launcher says that of the runtime
     * ({@code 1.8.0_504-8u504-ga-1-b01}): both begin with the numbers and end with the build.
     */
    private static boolean isSame(String one, String other) {
        String shorter = one.length() < other.length() ? one : other;
        String longer = shorter.equals(one) ? other : one;
        if (longer.startsWith(shorter)) {
            return longer.length() == shorter.length() || !Character.isDigit(longer.charAt(shorter.length()));
        }
        int build = shorter.lastIndexOf("-b");
        return shorter.startsWith("1.8.")
                && build > 0
                && longer.startsWith(shorter.substring(0, build) + "-")
                && longer.endsWith(shorter.substring(build));
    }
}
