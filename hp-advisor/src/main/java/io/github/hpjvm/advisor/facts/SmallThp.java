package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * The sizes of THP below the PMD size (mTHP) that memory of this host may be on.
 *
 * @param sizes sizes whose mode is not never, and sizes with enough pages on the host; the smallest first
 * @param withoutAdvice whether memory without MADV_HUGEPAGE may be on them too
 */
public record SmallThp(List<Bytes> sizes, boolean withoutAdvice) {

    public SmallThp {
        sizes = List.copyOf(sizes);
    }

    /** No such size is possible. */
    public static SmallThp none() {
        return new SmallThp(List.of(), false);
    }

    /** Returns whether no size is possible for memory with so many bytes under MADV_HUGEPAGE, if that is known. */
    public boolean isExcluded(Optional<Bytes> advised) {
        return sizes.isEmpty()
                || !withoutAdvice && advised.filter(Bytes::isZero).isPresent();
    }
}
