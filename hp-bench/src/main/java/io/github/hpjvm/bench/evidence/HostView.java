package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * The state of the host right before a fork started.
 *
 * @param thp its policy for transparent huge pages
 * @param thpSettings all its THP modes, including those of each size
 * @param pool the hugetlb pool of the default page size, which {@code -XX:+UseLargePages} uses
 * @param bill pages of that pool that the JVM needs if all its regions are huge
 * @param freeBlocks free blocks of the size of a huge page; empty if unknown
 * @param thpDenied whether the fork started under PR_SET_THP_DISABLE
 */
public record HostView(
        Fact<ThpPolicy> thp,
        Fact<ThpSettings> thpSettings,
        Optional<HugePool> pool,
        Optional<PoolBill> bill,
        Optional<Long> freeBlocks,
        boolean thpDenied) {

    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    /** Size of a transparent huge page; 2 MiB if unknown. */
    public Bytes pmdSize() {
        return thp.known().map(ThpPolicy::pmdSize).orElse(USUAL_PMD);
    }
}
