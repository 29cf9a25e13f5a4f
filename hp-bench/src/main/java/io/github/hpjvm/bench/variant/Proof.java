package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;

/** What must be seen for a run of a variant to count; a flag is never enough. */
public sealed interface Proof {

    /** smaps shows the heap on the kind of page that the variant asks for. */
    record HeapKind() implements Proof {}

    /** smaps shows the heap on that kind, in pages of this size (KernelPageSize). */
    record HeapPages(Bytes size) implements Proof {}

    /**
     * As much as the heap holds was faulted in folios of this size while the fork ran. smaps does not tell folios below
     * the PMD size from base pages; the kernel counts them for the whole host, in
     * {@code hugepages-<size>kB/stats/anon_fault_alloc} (Documentation/admin-guide/mm/transhuge.rst).
     */
    record Folios(Bytes size) implements Proof {}

    /** smaps shows the heap on base pages, and memory outside it on pages of this kind. */
    record OutsideHeap(PageKind kind) implements Proof {}
}
