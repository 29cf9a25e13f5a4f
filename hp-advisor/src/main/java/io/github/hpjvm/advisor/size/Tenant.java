package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A JVM or another program that will start on hugetlb pools.
 *
 * @param name a name for messages, such as {@code process 4242, com.example.Shop}
 * @param asIf flags that were assumed for the computation although they are not set; empty if none were assumed
 * @param need the maximum number of pages that it takes from each pool; empty if it requests none
 * @param parts the regions of a JVM whose sum is the need, by page size; empty if only the sum is known
 * @param held the number of pages that it returns when it stops
 * @param givenBack the memory outside of pools that it returns then
 * @param limits limits of its control groups on pages of a size that are below its need
 * @param unknown the reason why its need is unknown; empty if it is known
 * @param objection why its start on the pool is not advised, such as a finding that it would lead to; empty if nothing is known
 *     against it
 * @param nodes the NUMA nodes whose memory it may use; empty if unknown
 */
public record Tenant(
        String name,
        String asIf,
        Map<Bytes, Long> need,
        Map<Bytes, Map<RegionName, Long>> parts,
        Map<Bytes, Long> held,
        Bytes givenBack,
        List<GroupLimit> limits,
        String unknown,
        String objection,
        Optional<RangeList> nodes) {

    public Tenant {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(asIf, "asIf");
        need = Map.copyOf(need);
        parts = Map.copyOf(parts);
        held = Map.copyOf(held);
        Objects.requireNonNull(givenBack, "givenBack");
        limits = List.copyOf(limits);
        Objects.requireNonNull(unknown, "unknown");
        Objects.requireNonNull(objection, "objection");
        Objects.requireNonNull(nodes, "nodes");
    }

    /** Creates a tenant with a known number of pages. */
    public static Tenant of(String name, Map<Bytes, Long> need, Map<Bytes, Long> held, Bytes givenBack) {
        return new Tenant(name, "", need, Map.of(), held, givenBack, List.of(), "", "", Optional.empty());
    }

    /** Creates a tenant with an unknown need. */
    public static Tenant unknown(String name, String why) {
        return new Tenant(name, "", Map.of(), Map.of(), Map.of(), Bytes.ZERO, List.of(), why, "", Optional.empty());
    }

    /** Creates the tenant for a JVM that requests no pages of a pool. */
    public static Tenant without(String name) {
        return of(name, Map.of(), Map.of(), Bytes.ZERO);
    }

    /** Returns whether it is known to need no page of any pool. */
    public boolean isIdle() {
        return isKnown() && need.isEmpty();
    }

    /** The same tenant with an objection to its start on the pool. */
    public Tenant withObjection(String why) {
        return new Tenant(name, asIf, need, parts, held, givenBack, limits, unknown, why, nodes);
    }

    public boolean isKnown() {
        return unknown.isEmpty();
    }
}
