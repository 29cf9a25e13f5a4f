package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
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
 * @param untouched those of them that it has only reserved: they are among the free pages of the NUMA nodes
 * @param givenBack the memory outside of pools that it returns then
 * @param limits limits of its control groups on pages of a size that are below its need
 * @param counted all limits of its control groups on pages
 * @param groups the control groups with these limits; empty if they are not known
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
        Map<Bytes, Long> untouched,
        Bytes givenBack,
        List<GroupLimit> limits,
        List<CountedLimit> counted,
        Optional<Cgroup> groups,
        String unknown,
        String objection,
        Optional<RangeList> nodes) {

    public Tenant {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(asIf, "asIf");
        need = Map.copyOf(need);
        parts = Map.copyOf(parts);
        held = Map.copyOf(held);
        untouched = Map.copyOf(untouched);
        Objects.requireNonNull(givenBack, "givenBack");
        limits = List.copyOf(limits);
        counted = List.copyOf(counted);
        Objects.requireNonNull(groups, "groups");
        Objects.requireNonNull(unknown, "unknown");
        Objects.requireNonNull(objection, "objection");
        Objects.requireNonNull(nodes, "nodes");
    }

    /** Creates a tenant with a known number of pages. */
    public static Tenant of(String name, Map<Bytes, Long> need, Map<Bytes, Long> held, Bytes givenBack) {
        return new Tenant(
                name,
                "",
                need,
                Map.of(),
                held,
                Map.of(),
                givenBack,
                List.of(),
                List.of(),
                Optional.empty(),
                "",
                "",
                Optional.empty());
    }

    /** Creates a tenant with an unknown need. */
    public static Tenant unknown(String name, String why) {
        return new Tenant(
                name,
                "",
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Bytes.ZERO,
                List.of(),
                List.of(),
                Optional.empty(),
                why,
                "",
                Optional.empty());
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
        return new Tenant(
                name, asIf, need, parts, held, untouched, givenBack, limits, counted, groups, unknown, why, nodes);
    }

    /** The same tenant with these limits beside its own ones. */
    Tenant withLimits(List<GroupLimit> more) {
        List<GroupLimit> all = new ArrayList<>(limits);
        more.stream()
                .distinct()
                .filter(limit -> limits.stream().noneMatch(it -> it.file().equals(limit.file())))
                .forEach(all::add);
        return new Tenant(
                name, asIf, need, parts, held, untouched, givenBack, all, counted, groups, unknown, objection, nodes);
    }

    public boolean isKnown() {
        return unknown.isEmpty();
    }
}
