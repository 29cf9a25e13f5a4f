package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The memory that the actions of a rule bring into use. Its size is the effect of a finding in {@code hp-cli fleet}. */
public enum Affected {
    /** The part of the heap that is on base pages. */
    HEAP(RegionName.HEAP),
    /** The part of the code cache that is on base pages. */
    CODE(RegionName.CODE),
    /** The part of the collector's tables that is on base pages. */
    GC(RegionName.GC),
    /** The part of the memory outside of the other regions that is on base pages. */
    NATIVE(RegionName.NATIVE),
    /** The part of the executable files that is on base pages. */
    TEXT(RegionName.TEXT),
    /** The available pages of the pool that is the subject of the finding. */
    IDLE_POOL(null),
    /** No memory: the rule is about a cost, a risk or a setting. */
    NONE(null);

    private final @Nullable RegionName region;

    Affected(@Nullable RegionName region) {
        this.region = region;
    }

    /** The region that gets huge pages; empty if none does. */
    public Optional<RegionName> region() {
        return Optional.ofNullable(region);
    }
}
