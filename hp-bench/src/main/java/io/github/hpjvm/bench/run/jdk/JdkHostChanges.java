package io.github.hpjvm.bench.run.jdk;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.ThpPlan;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Computes the changes of the host for a case. Pure.
 *
 * @param thp the policy for transparent huge pages
 * @param sizes the modes of each size; empty on kernels that have none
 * @param pools the hugetlb pools as they are
 * @param found the same before the first change: no pool becomes smaller than it was
 * @param usual the page size of the default pool
 * @param available {@code MemAvailable}
 */
record JdkHostChanges(
        Optional<ThpPolicy> thp,
        Optional<ThpSettings> sizes,
        List<HugePool> pools,
        List<HugePool> found,
        Bytes usual,
        Bytes available) {
    private static final Path SHMEM = Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

    /** Memory that must stay free beside the pools and the heap: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(1024);

    /** The changes, or the reason why the host cannot be set so. */
    record Plan(List<HostChange> changes, Optional<String> refusal) {}

    /** Returns the changes for a case whose JVM needs these pools. */
    Plan of(JdkCase test, Prediction needs) {
        List<HostChange> changes = new ArrayList<>();
        if (thp.isPresent()) {
            changes.addAll(modes(test.host(), thp.get()));
        } else if (!test.host().hasPool()) {
            return refused("the kernel has no transparent huge pages");
        }
        Bytes beside = test.heap().plus(MARGIN);
        for (HugePool pool : pools) {
            long before = found.stream()
                    .filter(it -> it.pageSize().equals(pool.pageSize()))
                    .mapToLong(HugePool::total)
                    .findFirst()
                    .orElse(0);
            OptionalLong wanted = wanted(test, pool, needs);
            long total = wanted.isPresent() ? pool.total() - pool.usable() + wanted.getAsLong() : before;
            if (total < before) {
                return refused("the host already has a pool of " + before + " pages of " + pool.pageSize()
                        + ", and this case needs one of " + total);
            }
            long more = Math.max(0, total - pool.total());
            if (!PoolPlan.memoryAllows(more, pool.pageSize().value(), available.value(), beside.value())) {
                return refused(more + " more pages of " + pool.pageSize() + " exceed the available memory");
            }
            beside = beside.plus(pool.pageSize().times(more));
            if (total != pool.total()) {
                Path file = PoolPlan.file(pool.pageSize().value(), usual.value());
                changes.add(new HostChange(file, Long.toString(total)));
            }
        }
        return new Plan(changes, Optional.empty());
    }

    private static Plan refused(String why) {
        return new Plan(List.of(), Optional.of(why));
    }

    /** The usable pages that a case wants in a pool; empty if the pool does not matter to it. */
    private static OptionalLong wanted(JdkCase test, HugePool pool, Prediction needs) {
        Optional<PoolForecast> need = needs.pools().stream()
                .filter(it -> it.pageSize().equals(pool.pageSize()))
                .findFirst();
        if (need.isEmpty()) {
            return OptionalLong.empty();
        }
        return switch (test.host()) {
            case POOL -> OptionalLong.of(need.get().needGrown().max());
            case SHORT_POOL -> OptionalLong.of(test.heap().dividedRoundingUp(pool.pageSize()) - 1);
            case NO_POOL -> OptionalLong.of(0);
            case UNCHANGED, ALWAYS, MADVISE, NEVER -> OptionalLong.empty();
        };
    }

    /**
     * The changes of the modes. The mode of the size follows the global one, which is the only one that HotSpot reads.
     * A fault may compact memory where it can get a huge page, so that the state of the memory does not decide.
     */
    private List<HostChange> modes(JdkHost host, ThpPolicy policy) {
        List<HostChange> changes = new ArrayList<>();
        String mode = host.mode();
        if (!policy.enabled().equals(mode)) {
            changes.add(new HostChange(ThpPlan.globalFile(), mode));
        }
        Path ofSize = ThpPlan.sizeFile(policy.pmdSize().value());
        policy.pmdEnabled()
                .filter(own -> !own.equals("inherit"))
                .ifPresent(own -> changes.add(new HostChange(ofSize, "inherit")));
        String defrag = mode.equals("always") ? "always" : "madvise";
        if (!policy.defrag().equals(defrag)) {
            changes.add(new HostChange(ThpPlan.defragFile(), defrag));
        }
        String shared = mode.equals("never") ? "never" : "advise";
        policy.shmemEnabled()
                .filter(own -> !own.equals(shared))
                .ifPresent(own -> changes.add(new HostChange(SHMEM, shared)));
        sizes.flatMap(all -> all.size(policy.pmdSize()))
                .flatMap(ThpSize::shmemEnabled)
                .filter(own -> !own.equals("inherit"))
                .ifPresent(own -> changes.add(new HostChange(ofSize.resolveSibling("shmem_enabled"), "inherit")));
        return changes;
    }
}
