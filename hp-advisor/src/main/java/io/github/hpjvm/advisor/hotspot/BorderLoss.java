package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
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
    /** The default archive (JEP 341). */
    private static final int HAS_ARCHIVE_SINCE = 12;

    /** JDK-8357693: with large pages, it is read into the heap. */
    private static final int READS_ARCHIVE_SINCE = 25;

    /**
     * Returns the loss in a heap that the kernel may make huge, advised or not. Empty if THP have 2 MiB or less, and if the heap
     * is unknown.
     */
    static Optional<BorderLoss> in(Start start, boolean advised) {
        Bytes huge = start.kernel().to(advised).pageSize();
        if (start.shape().isEmpty() || huge.compareTo(KernelThp.USUAL_SIZE) <= 0) {
            return Optional.empty();
        }
        HeapShape shape = start.shape().get();
        if (start.is(Collector.G1) && mapsArchive(start)) {
            return Optional.of(archive(shape.max(), huge));
        }
        if (start.is(Collector.SERIAL) && !start.kernel().ignoresAdvice()) {
            return Optional.of(generations(shape, huge));
        }
        PageSizes aligned = start.large().sizes();
        return aligned.isEmpty() || aligned.largest().compareTo(huge) < 0
                ? unaligned(shape.max(), aligned, huge)
                : Optional.empty();
    }

    /**
     * G1 maps the archived objects of the default CDS archive, 1 to 2 MiB of a file, over the end of its heap
     * ({@code src/hotspot/share/cds/filemap.cpp}, map_heap_region_impl). A THP does not span two mappings. Measured on Debian's
     * arm64 kernels with 16 and 64 KiB: 17 and 21 lose the last page, 25.0.5 only without large pages.
     */
    private static boolean mapsArchive(Start start) {
        boolean reads = start.release() >= READS_ARCHIVE_SINCE && !start.large().is(LargePages.Type.NONE);
        return start.release() >= HAS_ARCHIVE_SINCE
                && !reads
                && !SharedArchive.isAbsent(start.launch(), start.release());
    }

    /**
     * Without large pages a heap begins at no border of a THP: HotSpot places it below 4 or 32 GiB (CompressedOops in {@code
     * src/hotspot/share/memory/virtualspace.cpp}, initialize_compressed_heap), so its end is at one. The same holds where the
     * JVM aligns the heap to smaller pages than those of the kernel (JDK-8310233).
     */
    private static Optional<BorderLoss> unaligned(Bytes heap, PageSizes aligned, Bytes huge) {
        Bytes lost = heap.minus(whole(heap, huge));
        String which = aligned.isEmpty() ? " without large pages" : " that the JVM aligns to " + aligned.largest();
        return Optional.of(new BorderLoss(heap, lost, "a heap of " + heap + which + " begins inside a page of " + huge))
                .filter(loss -> !loss.lost().equals(Bytes.ZERO));
    }

    /** The last page of the heap is lost, and what precedes the first whole one. */
    private static BorderLoss archive(Bytes heap, Bytes huge) {
        Bytes whole = whole(heap, huge);
        return new BorderLoss(
                heap,
                whole.equals(Bytes.ZERO) ? heap : heap.minus(whole).plus(huge),
                "the archive of class data is mapped over the end of the heap, so the last " + huge
                        + " stay on base pages; -Xshare:off avoids that");
    }

    /**
     * Serial commits each generation as a space of its own ({@code src/hotspot/share/memory/virtualspace.cpp},
     * initialize_with_granularity): one that is smaller than a THP is not advised, and a THP does not span both. Measured on
     * 64 KiB with 21.0.13 and 1 GiB: the old generation of 683 MiB has one THP of 512 MiB, the young one none. In mode always
     * the advice changes nothing: the advised part begins and ends at borders of THP, and all of the heap is huge (17.0.19 without
     * the flag, 21.0.13 with it).
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

    /** Returns whether no whole THP is left. */
    boolean isWhole() {
        return lost.equals(heap);
    }

    /** Returns the kind of pages of the heap once all of it is touched, as a report of observed pages names it. */
    PageKind kind(Bytes basePage, Bytes huge) {
        List<Pages> pages = List.of(
                Pages.exactly(PageKind.BASE, basePage, lost), Pages.exactly(PageKind.THP, huge, heap.minus(lost)));
        return new Backing(heap, pages).kind().orElse(PageKind.MIXED);
    }
}
