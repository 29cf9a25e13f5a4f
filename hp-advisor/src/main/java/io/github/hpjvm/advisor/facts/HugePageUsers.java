package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The processes that use huge pages of a host.
 *
 * @param processes processes with huge pages, the largest first
 * @param looked number of processes that were examined, without kernel threads and zombies
 * @param notSeen number of them whose memory could not be read for lack of permission
 * @param skipped number of them that were left out because reading their mappings would have taken too long, or
 *     would have stalled them
 * @param grant permission that would make the unreadable ones readable; empty if none is missing
 * @param anonThp anonymous transparent huge pages, all processes together
 * @param shmemThp those of shared memory, which the host counts once
 * @param fileThp those of files, which the host counts once
 * @param pools hugetlb pools and the pages that processes have of them
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
     * @param allocated allocated pages of the host, mapped or not; empty if the kernel does not count them
     * @param mapped pages that a PMD maps, each once
     * @param seen sum over the processes, which exceeds the mapped pages if processes share pages
     */
    public record ThpUse(Optional<Bytes> allocated, Bytes mapped, Bytes seen) {

        public ThpUse {
            Objects.requireNonNull(allocated, "allocated");
            Objects.requireNonNull(mapped, "mapped");
            Objects.requireNonNull(seen, "seen");
        }

        /** The lower bound of the bytes that unreadable processes map. */
        public Bytes unaccounted() {
            return mapped.minus(seen.min(mapped));
        }

        /** Allocated pages that no PMD maps, such as huge pages in the page cache. */
        public Bytes unmapped() {
            return allocated.map(all -> all.minus(mapped.min(all))).orElse(Bytes.ZERO);
        }
    }

    /**
     * A hugetlb pool and the pages that processes have of it.
     *
     * @param pool the pool
     * @param seenMin lower bound of the bytes that processes have, each page counted once
     * @param seenMax upper bound; the bounds differ if several processes share a file and have touched different parts
     */
    public record PoolUse(HugePool pool, Bytes seenMin, Bytes seenMax) {

        public PoolUse {
            Objects.requireNonNull(pool, "pool");
            Objects.requireNonNull(seenMin, "seenMin");
            Objects.requireNonNull(seenMax, "seenMax");
        }

        /** Bytes in touched pages. */
        public Bytes inUse() {
            return pool.pageSize().times(Math.max(0, pool.total() - pool.free()));
        }

        /** Reserved bytes: promised to a mapping and not touched yet. */
        public Bytes reservedUnused() {
            return pool.pageSize().times(pool.reserved());
        }

        /** Available bytes: neither touched nor reserved. */
        public Bytes idle() {
            return pool.pageSize().times(pool.usable());
        }

        /** The lower bound of used bytes that no process accounts for, such as a file on hugetlbfs that no process maps. */
        public Bytes unaccounted() {
            return inUse().minus(seenMax.min(inUse()));
        }
    }
}
