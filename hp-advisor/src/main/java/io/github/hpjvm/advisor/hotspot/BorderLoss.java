package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * The part of a heap that no whole THP covers, because a border inside the heap is not the border of a THP. With THP of 2 MiB
 * it is less than 4 MiB and changes no forecast; with THP of 32 or 512 MiB (aarch64 with base pages of 16 or 64 KiB) it may be
 * the whole heap.
 *
 * @param heap size of the heap
 * @param lost bytes of the heap that stay on base pages
 * @param why the cause, for a sentence
 */
record BorderLoss(Bytes heap, Bytes lost, String why) {
    /** The kernel's limits of {@code Backing.kind}: a kind prevails with 95 %, or with all but 4 MiB. */
    private static final double PREVAILS = 0.95;

    private static final Bytes LITTLE = Bytes.ofMiB(4);
    private static final Bytes USUAL_THP = Bytes.ofMiB(2);

    /** The default archive (JEP 341). */
    private static final int HAS_ARCHIVE_SINCE = 12;

    private static final int NOT_MAPPED_ON_64K_SINCE = 25;
    private static final Bytes LARGEST_BASE_PAGE = Bytes.ofKiB(64);

    /** Returns the loss in a heap of whole huge pages; empty for one that is too small to matter, where
     * the kernel fills up with smaller THP, and if the heap is unknown. */
    static Optional<BorderLoss> in(Start start) {
        Bytes huge = start.kernel().pageSize();
        if (start.shape().isEmpty()
                || huge.compareTo(USUAL_THP) <= 0
                || start.kernel().smaller().isPresent()) {
            return Optional.empty();
        }
        HeapShape shape = start.shape().get();
        Optional<BorderLoss> loss = start.is(Collector.G1) && mapsArchive(start)
                ? Optional.of(archive(shape.max(), huge))
                : start.is(Collector.SERIAL) ? Optional.of(generations(shape, huge)) : Optional.empty();
        return loss.filter(BorderLoss::matters);
    }

    /**
     * G1 maps the archived objects of the default CDS archive, 1 to 2 MiB of a file, over the end of its heap
     * ({@code src/hotspot/share/cds/filemap.cpp}, map_heap_regions). A THP does not span two mappings. Measured on Debian's
     * arm64 kernels with 16 and 64 KiB: 17, 21 and 25 lose the last page; 25.0.5 on 64 KiB maps no such objects.
     */
    private static boolean mapsArchive(Start start) {
        boolean mappable = start.release() < NOT_MAPPED_ON_64K_SINCE
                || start.machine().basePage().compareTo(LARGEST_BASE_PAGE) < 0;
        return start.release() >= HAS_ARCHIVE_SINCE
                && mappable
                && !SharedArchive.isAbsent(start.launch(), start.release());
    }

    private static BorderLoss archive(Bytes heap, Bytes huge) {
        return new BorderLoss(
                heap,
                huge.compareTo(heap) < 0 ? huge : heap,
                "the archive of class data is mapped over the end of the heap, so the last " + huge
                        + " stay on base pages; -Xshare:off avoids that");
    }

    /**
     * Serial commits each generation as a space of its own ({@code src/hotspot/share/memory/virtualspace.cpp},
     * initialize_with_granularity): one that is smaller than a THP is not advised, and a THP does not span both. Measured on
     * 64 KiB with 21.0.13 and 1 GiB: the old generation of 683 MiB has one THP of 512 MiB, the young one none.
     */
    private static BorderLoss generations(HeapShape shape, Bytes huge) {
        Bytes old = shape.oldGeneration();
        Bytes young = shape.max().minus(old);
        Bytes whole = whole(old, huge).plus(whole(young, huge));
        return new BorderLoss(
                shape.max(),
                shape.max().minus(whole),
                "the generations of " + old + " and " + young + " are advised one by one, and only whole pages of "
                        + huge + " in one of them are huge");
    }

    private static Bytes whole(Bytes size, Bytes huge) {
        return huge.times(size.dividedBy(huge.value()).value());
    }

    private boolean matters() {
        double kept = 1 - (double) lost.value() / heap.value();
        return kept < PREVAILS && lost.compareTo(LITTLE) > 0;
    }

    /** Returns whether nothing of the heap is left for huge pages. */
    boolean isAll() {
        return lost.equals(heap);
    }
}
