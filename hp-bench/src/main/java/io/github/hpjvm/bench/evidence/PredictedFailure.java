package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * The reason why a variant cannot get its pages on the present host, known before a fork starts.
 *
 * @param why in one line
 * @param fix the exact command; empty if none is known
 */
public record PredictedFailure(String why, Optional<String> fix) {
    private static final String NEVER = "never";

    /**
     * Checks the pool and the THP mode. It never excludes a variant that could get its pages.
     *
     * @param heap maximum heap of the JVM
     * @return empty if the variant may get its pages
     */
    public static Optional<PredictedFailure> of(Variant variant, HostView host, Bytes heap) {
        boolean onHeap = variant.proof() instanceof Proof.HeapKind || variant.proof() instanceof Proof.HeapPages;
        boolean lacks = onHeap
                && switch (variant.asks()) {
                    case HUGETLB -> poolIsTooSmall(host, heap);
                    case THP ->
                        host.thp().known().filter(PredictedFailure::isNever).isPresent();
                    default -> false;
                };
        if (!lacks) {
            return Optional.empty();
        }
        Remedy remedy = new Remedy(variant, host, false);
        return Optional.of(new PredictedFailure(remedy.why(Optional.empty()), remedy.fix(Optional.empty(), heap)));
    }

    private static boolean poolIsTooSmall(HostView host, Bytes heap) {
        return host.pool().map(pool -> pool.obtainable() < pages(heap, pool)).orElse(true);
    }

    private static long pages(Bytes heap, HugePool pool) {
        return -Math.floorDiv(-heap.value(), pool.pageSize().value());
    }

    /**
     * Returns whether the mode of the PMD size is never; the global mode counts only if the mode of the size is {@code
     * inherit}.
     */
    private static boolean isNever(ThpPolicy policy) {
        return policy.effective().equals(NEVER);
    }
}
