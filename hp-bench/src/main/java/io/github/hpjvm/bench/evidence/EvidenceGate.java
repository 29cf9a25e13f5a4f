package io.github.hpjvm.bench.evidence;

import static io.github.hpjvm.bench.evidence.ForkCopy.AFTER;
import static io.github.hpjvm.bench.evidence.ForkCopy.BEFORE;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Decides whether a run counts: the heap must have had the variant's pages both before the first measured iteration and
 * after the last; for a user's program, in the first sample and in the last. The gate ignores flags: they are a
 * request, smaps is the evidence.
 */
public final class EvidenceGate {
    /** Maximum share of a baseline's heap on huge pages. */
    static final double BASELINE_TOLERANCE = 0.01;

    private final Variant variant;
    private final HostView host;
    private final Judged judged;

    /** Decides by the heap. */
    public EvidenceGate(Variant variant, HostView host) {
        this(variant, host, Judged.HEAP);
    }

    /**
     * @param judged the memory that decides
     */
    public EvidenceGate(Variant variant, HostView host, Judged judged) {
        this.variant = variant;
        this.host = host;
        this.judged = judged;
    }

    /**
     * @param copy the fork's copy of smaps
     * @param output of the fork, with the VM's own warnings
     * @param folios number of folios of the variant's size that the host has faulted meanwhile; empty if the variant
     *     has no folio size, or the kernel does not count them
     */
    public PageEvidence judge(ForkCopy copy, String output, OptionalLong folios) {
        Optional<Backing> before = copy.backing(judged, BEFORE, host.pmdSize());
        Optional<Backing> after = copy.backing(judged, AFTER, host.pmdSize());
        if (variant.proof() instanceof Proof.Reported) {
            return reported(before, after, notes(output));
        }
        if (before.isEmpty() || after.isEmpty()) {
            return PageEvidence.unseen("the fork wrote no " + judged.label() + " range or no smaps "
                    + (before.isEmpty() ? first(copy) : last(copy)));
        }
        if (variant.proof() instanceof Proof.Folios proof) {
            return new FolioProof(variant, proof.size()).judge(after.get(), folios, notes(output));
        }
        boolean kept = counts(before.get());
        boolean realised = kept && counts(after.get());
        if (realised && variant.proof() instanceof Proof.OutsideHeap proof) {
            return new OutsideHeapProof(variant, host, proof.kind()).judge(copy, after.get(), notes(output));
        }
        Backing worse = realised ? worse(before.get(), after.get()) : kept ? after.get() : before.get();
        Optional<String> reason = realised ? Optional.empty() : Optional.of(reason(worse, kept, copy));
        Optional<String> fix = realised ? Optional.empty() : remedy(copy).fix(copy.arguments(), worse.reserved());
        return new PageEvidence(
                realised,
                realised ? worse.kind() : kind(worse),
                worse.residentMin(),
                variant.asks() == PageKind.BASE ? worse.hugeMax() : worse.hugeMin(),
                reason,
                fix,
                realised ? notes(output) : List.of());
    }

    /** The pages of a variant that requests none: those of the last copy. */
    private PageEvidence reported(Optional<Backing> before, Optional<Backing> after, List<String> notes) {
        return after.or(() -> before)
                .map(heap -> new PageEvidence(
                        true,
                        heap.kind(),
                        heap.residentMin(),
                        heap.hugeMax(),
                        Optional.empty(),
                        Optional.empty(),
                        notes))
                .orElseGet(() -> PageEvidence.reported("the pages of its " + judged.label() + " are unknown"));
    }

    /** Of two backings that count, the one farther from the request. */
    private Backing worse(Backing before, Backing after) {
        double lost = before.coverageMin().orElse(0) - after.coverageMin().orElse(0);
        boolean afterIsWorse = variant.asks() == PageKind.BASE ? lost < 0 : lost > 0;
        return afterIsWorse ? after : before;
    }

    private boolean counts(Backing heap) {
        if (variant.asks() == PageKind.BASE) {
            return !heap.residentMax().isZero() && heap.coverageMax().orElse(1) <= BASELINE_TOLERANCE;
        }
        return heap.kind().equals(Optional.of(variant.asks())) && isInPagesOfProof(heap);
    }

    /**
     * The kind of pages of a heap that does not count. A small heap with a few huge pages is of kind BASE, but has too many
     * of them for a baseline.
     */
    private Optional<PageKind> kind(Backing heap) {
        boolean tooMany = variant.asks() == PageKind.BASE
                && heap.kind().equals(Optional.of(PageKind.BASE))
                && !heap.hugeMax().isZero();
        return tooMany ? Optional.of(PageKind.MIXED) : heap.kind();
    }

    private boolean isInPagesOfProof(Backing heap) {
        return !(variant.proof() instanceof Proof.HeapPages wanted)
                || heap.pages().stream()
                        .filter(Pages::huge)
                        .allMatch(pages -> pages.pageSize().equals(wanted.size()));
    }

    private String reason(Backing heap, boolean lostOnTheWay, ForkCopy copy) {
        String seen = heap.exact()
                ? heap.hugeMin().rounded() + " of " + heap.residentMin().rounded() + " huge"
                : "between " + heap.hugeMin().rounded() + " and "
                        + heap.hugeMax().rounded() + " huge";
        String what = "requested " + variant.describes() + ", the " + judged.label() + " has "
                + kind(heap).map(KindName::of).orElse("pages of unknown kind") + sizes(heap) + " (" + seen
                + (lostOnTheWay ? ", after the right pages " + first(copy) + ")" : ")");
        return what + "; " + remedy(copy).why(copy.arguments());
    }

    /** The first moment of evidence: a user's program has no known iterations. */
    private static String first(ForkCopy copy) {
        return copy.isFromOutside() ? "in the first sample" : "before the first measured iteration";
    }

    private static String last(ForkCopy copy) {
        return copy.isFromOutside() ? "in the last sample" : "after the last measured iteration";
    }

    private Remedy remedy(ForkCopy copy) {
        return new Remedy(variant, host, judged == Judged.HEAP && copy.heapIsShared());
    }

    /** The sizes of hugetlb pages, if the size is wrong. */
    private String sizes(Backing heap) {
        if (isInPagesOfProof(heap)) {
            return "";
        }
        return heap.pages().stream()
                .filter(Pages::huge)
                .map(pages -> pages.pageSize().toString())
                .distinct()
                .collect(Collectors.joining(" and ", " of ", ""));
    }

    private List<String> notes(String output) {
        List<String> notes = new ArrayList<>();
        variant.host(host.pmdSize()).forEach(it -> notes.add("forked with " + it.value() + " in " + it.file()));
        variant.environment().forEach((name, value) -> notes.add("forked with " + name + "=" + value));
        if (host.thpDenied()) {
            notes.add("forked under PR_SET_THP_DISABLE, because a THP mode of this host is always");
        }
        output.lines()
                .filter(EvidenceGate::isReservationWarning)
                .map(String::strip)
                .distinct()
                .forEach(line -> notes.add("a reservation outside the heap got base pages: " + withoutAddress(line)));
        return notes;
    }

    private static String withoutAddress(String warning) {
        return warning.replaceAll("req_addr: ?\\S+ ?", "");
    }

    /**
     * Returns whether HotSpot reports that one of its reservations fell back to base pages; the wording differs by
     * release.
     */
    private static boolean isReservationWarning(String line) {
        return line.contains("warning")
                && line.contains("Failed to reserve")
                && (line.contains("large pages") || line.contains("commit memory"));
    }
}
