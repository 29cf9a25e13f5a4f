package io.github.hpjvm.bench.variant;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;

/** The condition for a run of a variant to count; a flag is never sufficient. */
public sealed interface Proof {

    /** smaps shows the heap on the kind of page that the variant asks for. */
    record HeapKind() implements Proof {}

    /** smaps shows the heap on that kind, in pages of this size (KernelPageSize). */
    record HeapPages(Bytes size) implements Proof {}

    /**
     * The host faulted as many folios of this size as the heap has while the fork ran. smaps does not distinguish
     * folios below the PMD size from base pages; the kernel counts them for the whole host, in
     * {@code hugepages-<size>kB/stats/anon_fault_alloc} (Documentation/admin-guide/mm/transhuge.rst).
     */
    record Folios(Bytes size) implements Proof {}

    /** smaps shows the heap on base pages, and memory outside it on pages of this kind. */
    record OutsideHeap(PageKind kind) implements Proof {}

    /** None: the variant requests no pages. The pages of the heap are reported. */
    record Reported() implements Proof {}
}
