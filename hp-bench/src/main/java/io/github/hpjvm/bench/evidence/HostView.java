package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import java.util.Optional;

/**
 * What the host offered right before a fork was started.
 *
 * @param thp its policy for transparent huge pages
 * @param thpSettings all of its words about them, those of each size too
 * @param pool the hugetlb pool of the default page size, the one that {@code -XX:+UseLargePages} draws on
 * @param bill what the JVM needs of that pool for everything to be huge
 * @param freeBlocks free blocks of the size of a huge page, at the kernel's hands right now; empty if unknown
 * @param thpDenied whether the fork was started under PR_SET_THP_DISABLE
 */
public record HostView(
        Fact<ThpPolicy> thp,
        Fact<ThpSettings> thpSettings,
        Optional<HugePool> pool,
        Optional<PoolBill> bill,
        Optional<Long> freeBlocks,
        boolean thpDenied) {

    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    /** Size of a transparent huge page; 2 MiB where the kernel does not say. */
    public Bytes pmdSize() {
        return thp.known().map(ThpPolicy::pmdSize).orElse(USUAL_PMD);
    }
}
