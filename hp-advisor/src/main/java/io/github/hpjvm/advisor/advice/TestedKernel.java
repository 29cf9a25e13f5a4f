package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Kernel;
import java.util.Optional;

/** The newest kernel on which the advice was tested. */
final class TestedKernel {
    private static final int MAJOR = 6;
    private static final int MINOR = 18;

    private TestedKernel() {}

    /** A note that the kernel is newer; empty if it is not, or not known. */
    static Optional<String> note(Fact<Kernel> kernel) {
        return kernel.known()
                .filter(running -> running.isAtLeast(MAJOR, MINOR + 1).equals(Optional.of(true)))
                .map(running -> "Linux " + running.release() + " is newer than " + MAJOR + "." + MINOR
                        + ", the newest kernel on which hp-jvm was tested. Its rules for huge pages may differ."
                        + " Compare the pages before and after each change with hp-cli advise.");
    }
}
