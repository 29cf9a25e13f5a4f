package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import java.util.Objects;

/**
 * How large one pool must be.
 *
 * @param pool as it is now
 * @param setting the sysctl or the file that sets its number of pages
 * @param need how many pages the tenants need, all together
 * @param headroom how many more were asked for
 * @param held how many of the pool's pages they give back before they take these; none in a rolling restart
 * @param found whether the host finds what is missing
 * @param stopFirst whether it does so only once the tenants are stopped
 * @param available the memory that others can have now; zero if that is not known
 */
public record PoolSize(
        HugePool pool,
        PoolSetting setting,
        long need,
        long headroom,
        long held,
        Found found,
        boolean stopFirst,
        Bytes available) {

    public PoolSize {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(found, "found");
        Objects.requireNonNull(available, "available");
    }

    /** By how many pages it must grow: what is free and not promised, and what comes back, is there already. */
    public long more() {
        return more(pool, need + headroom, held);
    }

    static long more(HugePool pool, long need, long held) {
        return pool.missing(need, held);
    }

    /** What is to be written to nr_hugepages: never less than it has now, so that nobody loses a page. */
    public long toWrite() {
        return pool.total() + more();
    }

    /** What the others have, who are not among the tenants. */
    public long ofOthers() {
        return Math.max(0, pool.inUseOrPromised() - held);
    }

    /** Whether that is not to be done: the host would be left without memory. */
    public boolean isRefused() {
        return found == Found.NOT_AT_ALL;
    }
}
