package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Somebody who is to be started on hugetlb pools: a JVM, or another program.
 *
 * @param name what people call it, such as {@code process 4242, com.example.Shop}
 * @param asIf the flags with which its need was reckoned though it does not have them; empty if it has them
 * @param need how many pages it takes of each pool, at most
 * @param held how many pages it gives back when it is stopped
 * @param givenBack the memory beside pools that it gives back then
 * @param limits what its control groups allow it of the pages of a size, less than it needs
 * @param unknown why its need is not known; empty if it is
 */
public record Tenant(
        String name,
        String asIf,
        Map<Bytes, Long> need,
        Map<Bytes, Long> held,
        Bytes givenBack,
        List<GroupLimit> limits,
        String unknown) {

    public Tenant {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(asIf, "asIf");
        need = Map.copyOf(need);
        held = Map.copyOf(held);
        Objects.requireNonNull(givenBack, "givenBack");
        limits = List.copyOf(limits);
        Objects.requireNonNull(unknown, "unknown");
    }

    /** A program that takes the pages that it has mapped, or would have, and no others. */
    public static Tenant of(String name, Map<Bytes, Long> need, Map<Bytes, Long> held, Bytes givenBack) {
        return new Tenant(name, "", need, held, givenBack, List.of(), "");
    }

    /** One of whom nothing is known. */
    public static Tenant unknown(String name, String why) {
        return new Tenant(name, "", Map.of(), Map.of(), Bytes.ZERO, List.of(), why);
    }

    public boolean isKnown() {
        return unknown.isEmpty();
    }
}
