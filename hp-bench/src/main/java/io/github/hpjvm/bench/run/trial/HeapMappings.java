package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.rule.support.TrialRefusals;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.console.error.BenchException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The mappings of a JVM.
 *
 * @param proc root of the files of processes
 * @param maps none if they cannot be read
 */
record HeapMappings(Path proc, long pid, List<Vma> maps) {
    private static final String Z_HEAP = "/memfd:java_heap";

    /** Reads the mappings of a process. */
    static HeapMappings of(Path proc, long pid) {
        return new HeapMappings(proc, pid, Maps.read(proc, pid).known().orElse(List.of()));
    }

    /** Returns whether the heap is shared memory, as that of ZGC. */
    boolean isShared() {
        return maps.stream().anyMatch(vma -> vma.path().startsWith(Z_HEAP));
    }

    /**
     * Returns the mapped parts of the ranges, without files. The ranges of a ZGC heap also have addresses without pages.
     *
     * @throws BenchException if the heap is mapped several times
     */
    List<AddressRange> located(List<AddressRange> ranges) {
        Map<Long, Long> starts = new HashMap<>();
        for (AddressRange range : ranges) {
            for (Vma vma : maps) {
                if (part(range, vma).isPresent() && vma.path().startsWith(Z_HEAP)) {
                    requireOnce(vma, starts);
                }
            }
        }
        return parts(ranges);
    }

    /** Returns the same parts also while ZGC moves memory to other addresses, so that some is mapped twice. */
    List<AddressRange> parts(List<AddressRange> ranges) {
        return ranges.stream()
                .flatMap(range -> maps.stream().flatMap(vma -> part(range, vma).stream()))
                .toList();
    }

    /** Returns why the pages of these ranges cannot be split: they may be locked. Empty if they can. */
    Optional<String> locked(List<AddressRange> ranges, long blockSize) {
        Optional<Bytes> locked = StatusFile.read(proc, pid).known().flatMap(it -> it.size("VmLck"));
        List<AddressRange> mappings = maps.stream()
                .map(Vma::range)
                .filter(mapping -> ranges.stream()
                        .flatMap(range -> range.intersection(mapping).stream())
                        .anyMatch(part -> !Blocks.startsIn(blockSize, part).isEmpty()))
                .toList();
        return TrialRefusals.locked(pid, locked, mappings);
    }

    private static Optional<AddressRange> part(AddressRange range, Vma vma) {
        return range.intersection(vma.range()).filter(part -> !vma.permissions().startsWith("---") && !isFile(vma));
    }

    /** A file that is mapped into the region, such as archived objects: other processes may map its pages too. */
    private static boolean isFile(Vma vma) {
        return vma.path().startsWith("/") && !vma.path().startsWith(Z_HEAP);
    }

    private void requireOnce(Vma vma, Map<Long, Long> starts) {
        long start = vma.range().start();
        if (starts.merge(vma.offset(), start, (first, again) -> first) != start) {
            throw new BenchException(TrialRefusals.mappedOften(pid));
        }
    }
}
