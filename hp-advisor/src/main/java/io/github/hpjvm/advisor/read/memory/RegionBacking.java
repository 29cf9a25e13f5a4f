package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The pages that back the ranges of a region. smaps counts per mapping. If a mapping extends beyond the region, or the
 * same piece of a file is mapped more than once, the present pages of {@code /proc/PID/pagemap} decide. If they cannot,
 * the result is bounds.
 */
public final class RegionBacking {

    /** Pages of a file that one set has. A set takes 512 bytes for its last page alone, and a process has 65 530 mappings. */
    private static final long CHUNK = 1L << 12;

    private final List<Vma> vmas;
    private final Bytes pmdSize;
    private final Bytes pageSize;
    private final Function<AddressRange, Optional<BitSet>> present;

    /**
     * Creates the computation.
     *
     * @param pmdSize the size of a transparent huge page
     * @param pageSize the size of a base page
     * @param present the present pages of a range; empty if they cannot be known
     */
    public RegionBacking(
            List<Vma> vmas, Bytes pmdSize, Bytes pageSize, Function<AddressRange, Optional<BitSet>> present) {
        this.vmas = vmas;
        this.pmdSize = pmdSize;
        this.pageSize = pageSize;
        this.present = present;
    }

    /**
     * Returns the backing.
     *
     * @param ranges in ascending order, without overlap
     */
    public Backing of(List<AddressRange> ranges) {
        List<Vma> inside = new ArrayList<>();
        for (Vma vma : vmas) {
            if (Addresses.overlapsAny(ranges, vma.range())) {
                inside.add(vma);
            }
        }
        List<List<Vma>> views = views(inside);
        Backing sum = Backing.none();
        List<AddressRange> done = new ArrayList<>();
        for (List<Vma> group : views) {
            sum = sum.plus(onceOf(group));
            group.forEach(v -> done.add(v.range()));
        }
        List<AddressRange> taken = Addresses.joined(done);
        List<Vma> clipped = new ArrayList<>();
        for (Vma vma : inside) {
            clipped.addAll(clipped(vma, ranges));
        }
        SortedVmas sorted = new SortedVmas(clipped);
        for (AddressRange range : ranges) {
            for (AddressRange rest : Addresses.without(range, taken)) {
                sum = sum.plus(Backing.of(rest, sorted.overlapping(rest), pmdSize));
            }
        }
        return sum;
    }

    /** Returns the files with a piece that is mapped more than once, each with all of its mappings. */
    static List<List<Vma>> views(List<Vma> inside) {
        Map<String, List<Vma>> files = new LinkedHashMap<>();
        for (Vma vma : inside) {
            if (vma.inode() != 0 && vma.permissions().endsWith("s")) {
                files.computeIfAbsent(vma.device() + ":" + vma.inode(), file -> new ArrayList<>())
                        .add(vma);
            }
        }
        List<List<Vma>> views = new ArrayList<>(files.values());
        views.removeIf(file -> !overlapInFile(file));
        return views;
    }

    public static boolean mappedMoreThanOnce(List<Vma> vmas) {
        return !views(vmas).isEmpty();
    }

    /** Returns the size of the ranges in mappings with {@code MADV_HUGEPAGE}. */
    public Bytes advised(List<AddressRange> ranges) {
        return within(ranges, vma -> vma.vmFlags().contains("hg"));
    }

    /** Returns the size of the ranges in mappings with THPeligible 1; empty if this kernel does not print it. */
    public Optional<Bytes> eligible(List<AddressRange> ranges) {
        return First.of(vmas, vma -> vma.thpEligible().isPresent())
                .map(any -> within(ranges, vma -> vma.thpEligible().equals(Optional.of(true))));
    }

    private Bytes within(List<AddressRange> ranges, Predicate<Vma> which) {
        Bytes sum = Bytes.ZERO;
        for (Vma vma : vmas) {
            if (which.test(vma)) {
                for (AddressRange part : Addresses.overlapping(ranges, vma.range())) {
                    sum = sum.plus(part.size());
                }
            }
        }
        return sum;
    }

    private static boolean overlapInFile(List<Vma> group) {
        List<Vma> sorted = new ArrayList<>(group);
        sorted.sort((a, b) -> Long.compareUnsigned(a.offset(), b.offset()));
        for (int i = 1; i < sorted.size(); i++) {
            Vma last = sorted.get(i - 1);
            if (Long.compareUnsigned(
                            sorted.get(i).offset(),
                            last.offset() + last.range().size().value())
                    < 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a mapping as it is, or the part of it in the ranges as a mapping of its own, if that can be computed
     * exactly.
     */
    private List<Vma> clipped(Vma vma, List<AddressRange> ranges) {
        List<AddressRange> parts = Addresses.overlapping(ranges, vma.range());
        boolean whole = parts.size() == 1 && parts.get(0).equals(vma.range());
        boolean plain = !vma.isHugetlb() && vma.hugetlb().isZero();
        if (whole
                || !plain
                || vma.rss().isZero()
                || vma.rss().equals(vma.range().size())) {
            return List.of(vma);
        }
        Optional<BitSet> pages = present.apply(vma.range());
        if (pages.isEmpty()) {
            return List.of(vma);
        }
        return pieces(vma, parts, pages.get()).orElse(List.of(vma));
    }

    private Optional<List<Vma>> pieces(Vma vma, List<AddressRange> parts, BitSet pages) {
        List<AddressRange> full = vma.thp().isZero() ? List.of() : fullBlocks(vma.range(), pages);
        Bytes thp = pmdSize.times(full.size());
        boolean countsAgree =
                vma.thp().equals(thp) && pageSize.times(pages.cardinality()).compareTo(vma.rss()) == 0;
        if (!countsAgree) {
            return Optional.empty();
        }
        List<Vma> pieces = new ArrayList<>();
        for (AddressRange part : parts) {
            int from = (int) ((part.start() - vma.range().start()) / pageSize.value());
            int to = (int) ((part.end() - vma.range().start()) / pageSize.value());
            Bytes resident = pageSize.times(pages.get(from, to).cardinality());
            Bytes huge = Addresses.overlapping(full, part).stream()
                    .map(AddressRange::size)
                    .reduce(Bytes.ZERO, Bytes::plus);
            pieces.add(piece(vma, part, resident, huge));
        }
        return Optional.of(pieces);
    }

    /** Returns the naturally aligned blocks whose pages are all present. Each huge page is such a block. */
    private List<AddressRange> fullBlocks(AddressRange range, BitSet pages) {
        List<AddressRange> full = new ArrayList<>();
        long block = pmdSize.value();
        int perBlock = (int) (block / pageSize.value());
        long start = (range.start() + block - 1) & -block;
        for (long at = start; Long.compareUnsigned(at + block, range.end()) <= 0; at += block) {
            int from = (int) ((at - range.start()) / pageSize.value());
            if (pages.nextClearBit(from) >= from + perBlock) {
                full.add(new AddressRange(at, at + block));
            }
        }
        return full;
    }

    private static Vma piece(Vma vma, AddressRange part, Bytes resident, Bytes huge) {
        long offset = vma.inode() == 0
                ? 0
                : vma.offset() + (part.start() - vma.range().start());
        return new Vma(
                part,
                vma.permissions(),
                offset,
                vma.device(),
                vma.inode(),
                vma.path(),
                vma.sizes().ofPart(part, resident, huge),
                vma.vmFlags());
    }

    /**
     * Returns the backing of a file with a piece that is mapped several times, each byte once. A page may have been
     * touched through one of the views and not through another.
     */
    private Backing onceOf(List<Vma> views) {
        List<AddressRange> inFile = Addresses.joined(views.stream()
                .flatMap(v -> Addresses.range(
                        v.offset(), v.offset() + v.range().size().value())
                        .stream())
                .toList());
        Bytes size = inFile.stream().map(AddressRange::size).reduce(Bytes.ZERO, Bytes::plus);
        Bytes most = Bytes.ZERO;
        Bytes least = Bytes.ZERO;
        Bytes hugeMost = Bytes.ZERO;
        Bytes hugeLeast = Bytes.ZERO;
        for (List<Vma> view : disjoint(views)) {
            Bytes resident = sum(view, RegionBacking::resident);
            Bytes huge = sum(view, v -> v.hugetlb().plus(v.thp()));
            most = most.plus(resident);
            least = least.max(resident);
            hugeMost = hugeMost.plus(huge);
            hugeLeast = hugeLeast.max(huge);
        }
        Bytes total = most;
        Optional<Bytes> exact = residentOnce(views);
        least = exact.orElse(least);
        most = exact.orElse(most.min(size));
        Bytes pageSizeOfPool = views.get(0).pageSize();
        boolean hugetlb =
                views.stream().anyMatch(v -> v.isHugetlb() || !v.hugetlb().isZero());
        List<Pages> pages = new ArrayList<>();
        if (hugetlb) {
            pages.add(new Pages(PageKind.HUGETLB, pageSizeOfPool, least, most));
        } else if (hugeMost.isZero()) {
            pages.add(new Pages(PageKind.BASE, pageSizeOfPool, least, most));
        } else if (hugeMost.equals(total)) {
            pages.add(new Pages(PageKind.THP, pmdSize, least, most));
        } else {
            Bytes hugeMax = hugeMost.min(most);
            Bytes hugeMin = hugeLeast.min(hugeMax);
            pages.add(new Pages(PageKind.THP, pmdSize, hugeMin, hugeMax));
            Bytes baseMin = least.compareTo(hugeMax) > 0 ? least.minus(hugeMax) : Bytes.ZERO;
            pages.add(new Pages(PageKind.BASE, pageSizeOfPool, baseMin, most.minus(hugeMin)));
        }
        return new Backing(size, size, least, most, pages);
    }

    private static Bytes resident(Vma vma) {
        return vma.rss().plus(vma.hugetlb());
    }

    private static Bytes sum(List<Vma> vmas, Function<Vma, Bytes> what) {
        return vmas.stream().map(what).reduce(Bytes.ZERO, Bytes::plus);
    }

    /** The mappings of one view, and the end of the last of them in the file. */
    private record View(int number, long end, List<Vma> vmas) {}

    /**
     * Returns the views, each as a list of mappings that have no byte of the file in common. Each mapping extends the
     * view that ends first.
     */
    private static List<List<Vma>> disjoint(List<Vma> vmas) {
        List<Vma> sorted = new ArrayList<>(vmas);
        sorted.sort((a, b) -> Long.compareUnsigned(a.offset(), b.offset()));
        PriorityQueue<View> byEnd = new PriorityQueue<>((a, b) -> {
            int ends = Long.compareUnsigned(a.end(), b.end());
            return ends != 0 ? ends : Integer.compare(a.number(), b.number());
        });
        List<List<Vma>> views = new ArrayList<>();
        for (Vma vma : sorted) {
            View first = byEnd.peek();
            boolean extendsIt = first != null && Long.compareUnsigned(first.end(), vma.offset()) <= 0;
            View view = extendsIt ? byEnd.remove() : new View(views.size(), 0, new ArrayList<>());
            if (!extendsIt) {
                views.add(view.vmas());
            }
            view.vmas().add(vma);
            long end = vma.offset() + vma.range().size().value();
            byEnd.add(new View(view.number(), end, view.vmas()));
        }
        return views;
    }

    /** Returns the present pages. The count of resident bytes tells all or none; a process has many small mappings. */
    private Optional<BitSet> pages(Vma view) {
        Bytes size = view.range().size();
        boolean all = view.rss().equals(size);
        if (!view.hugetlb().isZero() || !all && !view.rss().isZero()) {
            return present.apply(view.range());
        }
        BitSet pages = new BitSet();
        if (all) {
            pages.set(0, Math.toIntExact(size.value() / pageSize.value()));
        }
        return Optional.of(pages);
    }

    /** Returns the resident bytes of the file, each once, by runs of pages: a heap of ZGC has hundreds of millions. */
    private Optional<Bytes> residentOnce(List<Vma> views) {
        Map<Long, BitSet> chunks = new HashMap<>();
        for (Vma view : views) {
            Optional<BitSet> present = pages(view);
            if (present.isEmpty()) {
                return Optional.empty();
            }
            BitSet pages = present.get();
            long offset = view.offset() / pageSize.value();
            for (int from = pages.nextSetBit(0); from >= 0; ) {
                int to = pages.nextClearBit(from);
                set(chunks, offset + from, offset + to);
                from = pages.nextSetBit(to);
            }
        }
        long distinct = 0;
        for (BitSet chunk : chunks.values()) {
            distinct += chunk.cardinality();
        }
        return Optional.of(pageSize.times(distinct));
    }

    private static void set(Map<Long, BitSet> chunks, long from, long to) {
        for (long at = from; at < to; ) {
            long chunk = Math.floorDiv(at, CHUNK);
            long end = Math.min(to, (chunk + 1) * CHUNK);
            chunks.computeIfAbsent(chunk, any -> new BitSet())
                    .set((int) (at - chunk * CHUNK), (int) (end - chunk * CHUNK));
            at = end;
        }
    }
}
