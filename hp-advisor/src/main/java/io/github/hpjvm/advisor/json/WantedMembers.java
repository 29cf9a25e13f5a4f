package io.github.hpjvm.advisor.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says which members of an object a reader keeps. It skips the others: it makes no values of them. */
@FunctionalInterface
interface WantedMembers {
    /** All members, and all of theirs. */
    WantedMembers ALL = (name, kept) -> WantedMembers.ALL;

    /**
     * Returns which members of that member's value, or of the objects in its list, are kept; null if the member is
     * skipped.
     *
     * @param kept the members before it that are kept
     */
    @Nullable
    WantedMembers of(String name, Map<String, Object> kept);
}
