package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.Optional;

/** The effect of a running JVM's flags in later releases. */
public final class LaterReleases {
    private static final int NEWEST = FlagTable.LISTED.get(FlagTable.LISTED.size() - 1);

    private LaterReleases() {}

    /**
     * Returns the first later release that does not start with that flag; empty if none is known, or if this release
     * does not know the flag itself.
     *
     * @param flag its name without {@code -XX:}
     */
    public static Optional<Integer> refuses(String flag, VmIdentity vm) {
        Optional<JavaVersion> release = vm.release();
        FlagTable table = FlagTable.standard();
        if (release.isEmpty() || !table.find(flag, release, vm.vendor()).kind().isSettable()) {
            return Optional.empty();
        }
        for (int feature = release.get().feature() + 1; feature <= NEWEST; feature++) {
            Optional<JavaVersion> later = Optional.of(JavaVersion.parse(Integer.toString(feature)));
            if (table.find(flag, later, vm.vendor()).kind() == FlagKind.NONE) {
                return Optional.of(feature);
            }
        }
        return Optional.empty();
    }
}
