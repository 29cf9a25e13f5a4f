package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.bench.trial.Blocks;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Memory of the changed regions that got pages after the blocks of a trial were chosen. It has the pages of the host's mode in
 * both states, so that the ratio of their costs is nearer to 1.
 */
final class NewMemory {
    private final TargetProcess target;
    private final List<AddressRange> ranges;
    private final Set<Long> blocks = new HashSet<>();
    private final double size;
    private final Map<Long, Long> before;

    /**
     * Begins now.
     *
     * @param ranges of the regions
     * @param blocks those that a trial changes
     */
    NewMemory(TargetProcess target, List<AddressRange> ranges, Blocks blocks) throws TargetProcess.EndedException {
        this.target = target;
        this.ranges = ranges;
        this.size = (double) blocks.count() * blocks.size();
        IntStream.range(0, blocks.count()).forEach(index -> this.blocks.add(blocks.start(index)));
        this.before = target.residentBeside(ranges, this.blocks);
    }

    /** Returns the new memory outside of the blocks, as a share of their size. */
    double share() throws TargetProcess.EndedException {
        return target.residentBeside(ranges, blocks).entrySet().stream()
                        .mapToLong(now -> Math.max(0, now.getValue() - before.getOrDefault(now.getKey(), 0L)))
                        .sum()
                / size;
    }
}
