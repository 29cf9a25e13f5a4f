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
 * @param cgroup the path of the group in its hierarchy
 * @param file the file with the limit
 */
public record GroupLimit(Bytes limit, Optional<Bytes> usage, String cgroup, String file) {

    /** PATH_MAX of {@code include/uapi/linux/limits.h}. */
    private static final int LONGEST_PATH = 4096;

    public GroupLimit {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(usage, "usage");
        cgroup = Visible.name(cgroup, LONGEST_PATH);
        file = Visible.name(file, LONGEST_PATH);
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

    /** The limit less the usage; empty if the usage is not known. */
    public Optional<Bytes> room() {
        return usage.map(used -> limit.minus(used.min(limit)));
    }
}
