package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up hugetlb mappings of many processes so that each page counts once. smaps shows how much of a mapping is
 * touched, and how much of that other processes map too, but not which pages. Parts of one file that overlap are
 * therefore bounded.
 */
public final class HugetlbSum {

    /** Suffix that the kernel appends to the name of a deleted file, as of all that HotSpot maps. */
    private static final String DELETED = " (deleted)";

    private record FileKey(Bytes pageSize, String device, long inode) {}

    private record Part(long pid, long start, long end, Bytes shared, boolean privately) {}

    /** Bounds of the pages of one size that the processes have, each counted once. */
    public record Bounds(Bytes min, Bytes max) {
        static final Bounds NONE = new Bounds(Bytes.ZERO, Bytes.ZERO);

        Bounds plus(Bounds other) {
            return new Bounds(min.plus(other.min), max.plus(other.max));
        }
    }

    private final Map<Bytes, Bounds> exclusive = new HashMap<>();
    private final Map<FileKey, List<Part>> files = new HashMap<>();

    /** Creates the sum of no process. */
    public HugetlbSum() {}

    /** Returns the pages that return to a pool when a process ends. Pages of a file that has a name in a hugetlbfs stay. */
    public static List<HugetlbUse> freedBy(long pid, List<Vma> vmas) {
        List<Vma> nameless = new ArrayList<>();
        for (Vma vma : vmas) {
            if (vma.path().isEmpty() || vma.path().endsWith(DELETED)) {
                nameless.add(vma);
            }
        }
        return new HugetlbSum().add(pid, nameless);
    }

    /** Adds the mappings of one process, and returns the use of this process alone. */
    public List<HugetlbUse> add(long pid, List<Vma> vmas) {
        Map<Bytes, HugetlbUse> uses = new TreeMap<>();
        Map<FileKey, List<Part>> own = new HashMap<>();
        for (Vma vma : vmas) {
            if (!vma.isHugetlb() && vma.hugetlb().isZero()) {
                continue;
            }
            Bytes pageSize = vma.pageSize();
            Bytes shared = vma.sharedHugetlb();
            Bytes alone = vma.privateHugetlb();
            exclusive.merge(pageSize, new Bounds(alone, alone), Bounds::plus);
            Part part = part(pid, vma, shared);
            own.computeIfAbsent(new FileKey(pageSize, vma.device(), vma.inode()), k -> new ArrayList<>())
                    .add(part);
            uses.merge(
                    pageSize,
                    new HugetlbUse(pageSize, Bytes.ZERO, shared.plus(alone), shared),
                    (a, b) -> new HugetlbUse(
                            pageSize,
                            Bytes.ZERO,
                            a.touched().plus(b.touched()),
                            a.shared().plus(b.shared())));
        }
        own.forEach((file, parts) -> {
            files.computeIfAbsent(file, k -> new ArrayList<>()).addAll(parts);
            Bytes mapped = clusters(parts).stream().map(HugetlbSum::length).reduce(Bytes.ZERO, Bytes::plus);
            uses.computeIfPresent(
                    file.pageSize(),
                    (size, use) -> new HugetlbUse(size, use.mapped().plus(mapped), use.touched(), use.shared()));
        });
        return List.copyOf(uses.values());
    }

    private static Part part(long pid, Vma vma, Bytes shared) {
        long start = Math.max(0, vma.offset());
        long size = vma.range().size().value();
        long end = start > Long.MAX_VALUE - size ? Long.MAX_VALUE : start + size;
        return new Part(pid, start, end, shared, vma.permissions().endsWith("p"));
    }

    /** Returns the pages of that size of all processes. */
    public Bounds bounds(Bytes pageSize) {
        Bounds sum = exclusive.getOrDefault(pageSize, Bounds.NONE);
        for (Map.Entry<FileKey, List<Part>> file : files.entrySet()) {
            if (file.getKey().pageSize().equals(pageSize)) {
                for (List<Part> cluster : clusters(file.getValue())) {
                    sum = sum.plus(shared(cluster));
                }
            }
        }
        return sum;
    }

    /** Groups the parts of one file so that those of different groups have no page in common. */
    private static List<List<Part>> clusters(List<Part> parts) {
        List<Part> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparingLong(Part::start));
        List<List<Part>> clusters = new ArrayList<>();
        long end = -1;
        for (Part part : sorted) {
            if (clusters.isEmpty() || part.start() >= end) {
                clusters.add(new ArrayList<>());
            }
            clusters.get(clusters.size() - 1).add(part);
            end = Math.max(end, part.end());
        }
        return clusters;
    }

    private static Bytes length(List<Part> cluster) {
        long end = cluster.stream().mapToLong(Part::end).max().orElse(0);
        return Bytes.of(end - cluster.get(0).start());
    }

    /**
     * Returns the bounds: at least the pages of one process, at most the sum. A file that is really shared has at most
     * the size of its part.
     */
    private static Bounds shared(List<Part> cluster) {
        Map<Long, List<Part>> byProcess = new HashMap<>();
        cluster.forEach(part ->
                byProcess.computeIfAbsent(part.pid(), k -> new ArrayList<>()).add(part));
        Bytes min = byProcess.values().stream().map(HugetlbSum::atLeast).reduce(Bytes.ZERO, Bytes::max);
        Bytes sum = cluster.stream().map(Part::shared).reduce(Bytes.ZERO, Bytes::plus);
        boolean privately = cluster.stream().anyMatch(Part::privately);
        return new Bounds(min, privately ? sum : sum.min(length(cluster)).max(min));
    }

    /**
     * Returns the lower bound of one process: the sum over groups of overlapping parts, with the largest part of each group.
     */
    private static Bytes atLeast(List<Part> ofOneProcess) {
        return clusters(ofOneProcess).stream()
                .map(cluster -> cluster.stream().map(Part::shared).reduce(Bytes.ZERO, Bytes::max))
                .reduce(Bytes.ZERO, Bytes::plus);
    }
}
