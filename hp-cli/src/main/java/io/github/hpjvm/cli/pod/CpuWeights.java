package io.github.hpjvm.cli.pod;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The weight of processor time that a container gets for its CPU request. The kubelet computes shares from the request
 * (MilliCPUToShares in {@code pkg/kubelet/cm/helpers_linux.go}). On control groups of version 2 the container runtime converts
 * them to {@code cpu.weight}, since runc 1.3.2 by another formula (opencontainers/runc pull request 4785,
 * ConvertCPUSharesToCgroupV2Value of opencontainers/cgroups).
 */
final class CpuWeights {
    private static final long LEAST_SHARES = 2;
    private static final long MOST_SHARES = 262_144;
    private static final long SHARES_OF_ONE = 1024;
    private static final long MOST_WEIGHT = 10_000;

    private CpuWeights() {}

    /**
     * Returns the possible weights: {@code cpu.shares} on version 1, else {@code cpu.weight} by each of the formulas.
     *
     * @param request in thousandths of a processor; empty if there is none
     */
    static List<Long> of(Optional<Long> request, boolean v1) {
        long thousandths = Math.min(request.orElse(0L), MOST_SHARES * 1000);
        long shares = Math.max(LEAST_SHARES, Math.min(MOST_SHARES, thousandths * SHARES_OF_ONE / 1000));
        return v1
                ? List.of(shares)
                : Stream.of(linear(shares), quadratic(shares)).distinct().toList();
    }

    private static long linear(long shares) {
        return 1 + (shares - LEAST_SHARES) * (MOST_WEIGHT - 1) / (MOST_SHARES - LEAST_SHARES);
    }

    private static long quadratic(long shares) {
        if (shares == LEAST_SHARES) {
            return 1;
        }
        if (shares == MOST_SHARES) {
            return MOST_WEIGHT;
        }
        double log = Math.log(shares) / Math.log(2);
        return (long) Math.ceil(Math.pow(10, (log * log + 125 * log) / 612 - 7.0 / 34));
    }
}
