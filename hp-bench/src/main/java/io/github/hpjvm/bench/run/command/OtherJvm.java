package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.run.watch.MappedLibjvm;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks that a command ran on the JVM that its variant names: a script may choose another one. Where the path of its
 * libjvm.so is known to be one of this process, the file decides: two vendors have JVMs of one version. In a container,
 * the version decides.
 */
final class OtherJvm {
    private OtherJvm() {}

    /**
     * The reason why a run does not count; empty if it does, or the variant names no JVM.
     *
     * @param libjvm that of the JVM that is judged; empty if unknown
     */
    static Optional<String> of(Variant variant, TargetJvm usual, Outside outside, Optional<MappedLibjvm> libjvm) {
        if (variant.home().isEmpty()) {
            return Optional.empty();
        }
        Path home = variant.home().get();
        TargetJvm wanted = variant.jvm(usual);
        Optional<String> version = outside.jvms().stream()
                .filter(ObservedJvm::judged)
                .map(ObservedJvm::version)
                .filter(it -> !it.isEmpty())
                .findFirst();
        Optional<MappedLibjvm> here = libjvm.filter(MappedLibjvm::ownMounts);
        Optional<String> other = here.isPresent()
                ? here.filter(it -> !it.isIn(home))
                        .map(it -> version.map(known -> known + " in ").orElse("that in ") + it.home())
                : version.filter(it -> !isSame(it, wanted.build()));
        return other.map(it -> "ran on another JVM: " + variant.name() + " needs the JVM " + wanted.build() + " in "
                + home + ", the command ran on " + it + ": it uses neither JAVA_HOME nor java on PATH");
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
