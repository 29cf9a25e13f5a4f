package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges a variant whose pages smaps does not show: the heap must have no pages of the PMD size, and the host must have
 * faulted as many folios of the wanted size as the heap has. The counter covers the whole host, so folios of other
 * processes at the same time would count for the fork; without root there is no better source.
 */
final class FolioProof {
    /** Required share, as for a heap's kind in smaps. */
    private static final double LEAST_SHARE = 0.95;

    private final Variant variant;
    private final Bytes size;

    FolioProof(Variant variant, Bytes size) {
        this.variant = variant;
        this.size = size;
    }

    PageEvidence judge(Backing heap, OptionalLong folios, List<String> notes) {
        Bytes resident = heap.residentMin();
        if (folios.isEmpty()) {
            return no(
                    heap,
                    Bytes.ZERO,
                    "this kernel does not count folios of " + size + " (hugepages-" + size.value() / 1024
                            + "kB/stats/anon_fault_alloc, Linux 6.10 and newer), and smaps does not show them");
        }
        Bytes faulted = size.times(folios.getAsLong());
        Bytes huge = faulted.compareTo(resident) < 0 ? faulted : resident;
        String counted = "the host faulted " + faulted + " in folios of " + size + " during the fork";
        if (!heap.hugeMax().isZero()) {
            return no(heap, huge, heap.hugeMax() + " of the heap has pages of the PMD size or of a pool");
        }
        if (resident.isZero() || huge.value() < LEAST_SHARE * resident.value()) {
            return no(heap, huge, counted + ", the heap has " + resident);
        }
        List<String> said = new ArrayList<>(notes);
        said.add("smaps does not show folios below the PMD size: " + size + " by the host's counter anon_fault_alloc");
        return new PageEvidence(
                true, Optional.of(PageKind.THP), resident, huge, Optional.empty(), Optional.empty(), said);
    }

    private PageEvidence no(Backing heap, Bytes huge, String why) {
        String reason = "requested " + variant.describes() + "; " + why;
        return new PageEvidence(
                false, heap.kind(), heap.residentMin(), huge, Optional.of(reason), Optional.empty(), List.of());
    }
}
