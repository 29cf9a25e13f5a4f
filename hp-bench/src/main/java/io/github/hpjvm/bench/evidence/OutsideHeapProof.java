package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a variant for memory outside the heap: some of it must have pages of the wanted kind after the last iteration.
 * The amount depends on the allocations of the workload, so any amount counts, and is noted.
 */
final class OutsideHeapProof {
    /** VmFlags of a mapping after madvise(MADV_HUGEPAGE) (show_smap_vma_flags in fs/proc/task_mmu.c). */
    private static final String ADVISED = "hg";

    private static final Bytes STEP = Bytes.ofMiB(16);

    private final Variant variant;
    private final HostView host;
    private final PageKind kind;

    OutsideHeapProof(Variant variant, HostView host, PageKind kind) {
        this.variant = variant;
        this.host = host;
        this.kind = kind;
    }

    /**
     * @param heap the pages behind the heap, which has been judged already
     */
    PageEvidence judge(ForkCopy copy, Backing heap, List<String> notes) {
        Bytes huge = copy.outsideHeap(ForkCopy.AFTER).stream().map(this::huge).reduce(Bytes.ZERO, Bytes::plus);
        if (huge.isZero()) {
            return new PageEvidence(
                    false,
                    heap.kind(),
                    heap.residentMin(),
                    heap.hugeMax(),
                    Optional.of("requested " + variant.describes() + ", no memory outside the heap has "
                            + KindName.of(kind) + "; " + why(copy)),
                    Optional.empty(),
                    List.of());
        }
        List<String> said = new ArrayList<>(notes);
        said.add("about " + rounded(huge) + " outside the heap: " + KindName.of(kind));
        return new PageEvidence(
                true, heap.kind(), heap.residentMin(), heap.hugeMax(), Optional.empty(), Optional.empty(), said);
    }

    /** Rounds, so that a report merges almost equal forks into one line. */
    private static Bytes rounded(Bytes huge) {
        return STEP.times(Math.max(1, (huge.value() + STEP.value() / 2) / STEP.value()));
    }

    private Bytes huge(Vma vma) {
        return kind == PageKind.HUGETLB ? vma.hugetlb() : vma.anonThp();
    }

    private String why(ForkCopy copy) {
        if (copy.outsideHeap(ForkCopy.AFTER).stream()
                .anyMatch(vma -> vma.vmFlags().contains(ADVISED))) {
            return "malloc requests them, but this workload allocates no block that is large enough";
        }
        String unknown = "glibc before 2.35, musl and other allocators do not support the tunable";
        if (kind != PageKind.HUGETLB) {
            return unknown;
        }
        return host.pool().map(pool -> Remedy.available(pool) + "; " + unknown).orElse(unknown);
    }
}
