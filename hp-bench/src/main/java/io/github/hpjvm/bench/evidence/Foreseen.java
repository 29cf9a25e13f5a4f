package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * Why a variant cannot get its pages on the host as it is, known before a fork is made.
 *
 * @param why in one line
 * @param fix the exact command; empty where none is known
 */
public record Foreseen(String why, Optional<String> fix) {
    private static final String NEVER = "never";

    /**
     * Looks at the pool and at the policy. It never says of a variant that could be realised that it cannot.
     *
     * @param heap maximum heap of the JVM
     * @return empty if the variant may get its pages
     */
    public static Optional<Foreseen> of(Variant variant, HostView host, Bytes heap) {
        boolean onHeap = variant.proof() instanceof Proof.HeapKind || variant.proof() instanceof Proof.HeapPages;
        boolean lacks = onHeap
                && switch (variant.asks()) {
                    case HUGETLB -> poolIsTooSmall(host, heap);
                    case THP -> host.thp().known().filter(Foreseen::isNever).isPresent();
                    default -> false;
                };
        if (!lacks) {
            return Optional.empty();
        }
        Remedy remedy = new Remedy(variant, host, false);
        return Optional.of(new Foreseen(remedy.why(Optional.empty()), remedy.fix(Optional.empty(), heap)));
    }

    private static boolean poolIsTooSmall(HostView host, Bytes heap) {
        return host.pool().map(pool -> pool.usable() < pages(heap, pool)).orElse(true);
    }

    private static long pages(Bytes heap, HugePool pool) {
        return -Math.floorDiv(-heap.value(), pool.pageSize().value());
    }

    /** The kernel looks at the value for the PMD size, and at the global value only where that says {@code inherit}. */
    private static boolean isNever(ThpPolicy policy) {
        return policy.effective().equals(NEVER);
    }
}
