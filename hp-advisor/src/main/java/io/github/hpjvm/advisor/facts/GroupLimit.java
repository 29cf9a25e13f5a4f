package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A limit of one control group, which counts its descendants as well.
 *
 * @param limit the limit
 * @param usage present usage; empty if it cannot be read
 * @param cache the part of the usage that is file pages on the inactive list, {@code inactive_file} of {@code memory.stat}: the
 *     kernel frees these before a charge fails (try_charge_memcg in {@code mm/memcontrol.c}). Empty for limits of hugetlb pages, if it
 *     cannot be read, or in a document of a version without it
 * @param cgroup the path of the group in its hierarchy
 * @param file the file with the limit
 */
public record GroupLimit(Bytes limit, Optional<Bytes> usage, Optional<Bytes> cache, String cgroup, String file) {

    /** PATH_MAX of {@code include/uapi/linux/limits.h}. */
    private static final int LONGEST_PATH = 4096;

    public GroupLimit {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(cache, "cache");
        cgroup = Visible.name(cgroup, LONGEST_PATH);
        file = Visible.name(file, LONGEST_PATH);
    }

    /** A limit whose usage has no cache, or none that is known. */
    public GroupLimit(Bytes limit, Optional<Bytes> usage, String cgroup, String file) {
        this(limit, usage, Optional.empty(), cgroup, file);
    }

    /** The lowest limit, and the first one among equal limits; empty if there are none. */
    public static Optional<GroupLimit> tightest(List<GroupLimit> limits) {
        GroupLimit tightest = null;
        for (GroupLimit one : limits) {
            if (tightest == null || one.limit().compareTo(tightest.limit()) < 0) {
                tightest = one;
            }
        }
        return Optional.ofNullable(tightest);
    }

    /** The usage without the cache, as kubelet's working set; empty if it is not known. */
    public Optional<Bytes> workingSet() {
        return usage.map(used -> used.minus(cache.orElse(Bytes.ZERO).min(used)));
    }

    /** The limit less the usage without the cache; empty if the usage is not known. */
    public Optional<Bytes> room() {
        return workingSet().map(used -> limit.minus(used.min(limit)));
    }
}
