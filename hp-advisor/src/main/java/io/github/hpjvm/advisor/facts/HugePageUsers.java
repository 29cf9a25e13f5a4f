package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Who uses the huge pages of a host.
 *
 * @param processes those that have any, the largest first
 * @param looked how many processes were looked at, kernel threads and zombies not counted
 * @param notSeen how many of them we were not allowed to look into
 * @param skipped how many of them were left out because reading their mappings would have taken too long
 * @param grant what would let us see those that we were not allowed to look into; empty if nothing is needed
 * @param anonThp anonymous transparent huge pages, all processes together
 * @param shmemThp those of shared memory, which the host counts once
 * @param fileThp those of files, which the host counts once
 * @param pools the hugetlb pools and who has their pages
 */
public record HugePageUsers(
        List<HugeProcess> processes,
        long looked,
        long notSeen,
        long skipped,
        String grant,
        Fact<ThpUse> anonThp,
        Fact<ThpUse> shmemThp,
        Fact<ThpUse> fileThp,
        Fact<List<PoolUse>> pools) {

    public HugePageUsers {
        processes = List.copyOf(processes);
        Objects.requireNonNull(grant, "grant");
        Objects.requireNonNull(anonThp, "anonThp");
        Objects.requireNonNull(shmemThp, "shmemThp");
        Objects.requireNonNull(fileThp, "fileThp");
        Objects.requireNonNull(pools, "pools");
    }

    /**
     * Transparent huge pages of one kind.
     *
     * @param allocated what exists on the host, mapped or not; empty if the kernel does not say
     * @param mapped what a PMD maps, each page once
     * @param seen the sum over the processes: more than is mapped, where pages are shared
     */
    public record ThpUse(Optional<Bytes> allocated, Bytes mapped, Bytes seen) {

        public ThpUse {
            Objects.requireNonNull(allocated, "allocated");
            Objects.requireNonNull(mapped, "mapped");
            Objects.requireNonNull(seen, "seen");
        }

        /** At least so much is mapped by somebody whom we could not see. */
        public Bytes unaccounted() {
            return mapped.minus(seen.min(mapped));
        }

        /** What exists and nobody maps by a PMD, such as huge pages left in the page cache. */
        public Bytes unmapped() {
            return allocated.map(all -> all.minus(mapped.min(all))).orElse(Bytes.ZERO);
        }
    }

    /**
     * A hugetlb pool and who has its pages.
     *
     * @param pool the pool
     * @param seenMin the processes have at least so much of it, each page counted once
     * @param seenMax they have at most so much of it; the bounds differ where several processes share a file and have
     *     touched different parts of it
     */
    public record PoolUse(HugePool pool, Bytes seenMin, Bytes seenMax) {

        public PoolUse {
            Objects.requireNonNull(pool, "pool");
            Objects.requireNonNull(seenMin, "seenMin");
            Objects.requireNonNull(seenMax, "seenMax");
        }

        /** Pages that are touched. */
        public Bytes inUse() {
            return pool.pageSize().times(Math.max(0, pool.total() - pool.free()));
        }

        /** Promised to a mapping, kept back from all others, and touched by nobody. */
        public Bytes reservedUnused() {
            return pool.pageSize().times(pool.reserved());
        }

        /** Neither touched nor promised. */
        public Bytes idle() {
            return pool.pageSize().times(pool.usable());
        }

        /** At least so much is in use and by nobody that we can see, such as a file on hugetlbfs that none has mapped. */
        public Bytes unaccounted() {
            return inUse().minus(seenMax.min(inUse()));
        }
    }
}
