package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * The facts of the host on which the effect of a known bug depends.
 *
 * @param kernel the kernel, with its architecture
 * @param thp the policy for transparent huge pages while the case ran; empty if unknown
 * @param basePage the size of a base page
 */
public record JdkMachine(Kernel kernel, Optional<ThpPolicy> thp, Bytes basePage) {
    private static final String MADVISE = "madvise";

    /** Returns whether a bug can show here in a JVM that touches its heap at the start. */
    boolean meets(KnownBugs.When when) {
        return switch (when) {
            case MADVISE ->
                thp.filter(policy -> policy.enabled().equals(MADVISE))
                        .filter(policy -> policy.effective().equals(MADVISE))
                        .isPresent();
            case PRETOUCH -> true;
            case AARCH64_PRETOUCH -> kernel.architecture().equals(Optional.of("aarch64"));
            case OLD_KERNEL -> kernel.isAtLeast(4, 10).equals(Optional.of(false));
            case OTHER_DEFAULT_SIZE, CDS_DUMP -> false;
        };
    }
}
