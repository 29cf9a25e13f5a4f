package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/** Checks that a command ran on the JVM that its variant names: a script may choose another one. Pure. */
final class OtherJvm {
    private OtherJvm() {}

    /** The reason why a run does not count; empty if it does, or the variant names no JVM. */
    static Optional<String> of(Variant variant, TargetJvm usual, Outside outside) {
        if (variant.home().isEmpty()) {
            return Optional.empty();
        }
        TargetJvm wanted = variant.jvm(usual);
        return outside.jvms().stream()
                .filter(ObservedJvm::judged)
                .map(ObservedJvm::version)
                .filter(version -> !version.isEmpty() && !isSame(version, wanted.build()))
                .findFirst()
                .map(version -> variant.name() + " needs the JVM " + wanted.build() + " in "
                        + variant.home().get() + ", the command ran on " + version
                        + ": it uses neither JAVA_HOME nor java on PATH");
    }

    /** Compares versions; one may lack the build number. */
    private static boolean isSame(String one, String other) {
        return one.equals(other) || one.startsWith(other) || other.startsWith(one);
    }
}
