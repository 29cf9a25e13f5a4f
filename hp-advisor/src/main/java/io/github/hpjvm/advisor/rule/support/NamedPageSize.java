package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.size.PoolSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What to do for a JVM that names a page size, {@code LargePageSizeInBytes=1g}, and has its heap on none of that size. It
 * stays with it only where the pool of such pages has all that it needs by now: gigantic pages are to be had for certain
 * at boot alone. Else it takes pages of the usual size.
 *
 * @param actions in order; empty if no size was named, or the host has not the memory
 * @param explanation of them, with a blank before it
 */
public record NamedPageSize(List<Action> actions, String explanation) {
    private static final String FLAG = "-XX:LargePageSizeInBytes=";
    private static final NamedPageSize NOTHING = new NamedPageSize(List.of(), "");

    /** @param size the one that it names */
    public static NamedPageSize of(Look look, Bytes size) {
        Optional<String> named = look.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.startsWith(FLAG))
                .reduce((first, last) -> last);
        return named.map(flag -> of(look, size, flag)).orElse(NOTHING);
    }

    private static NamedPageSize of(Look look, Bytes size, String flag) {
        List<PoolSize> asNamed = look.poolsAfter(new Action.JvmFlag(List.of(), List.of()));
        boolean there = asNamed.stream().anyMatch(one -> one.pool().pageSize().equals(size));
        boolean enough = asNamed.stream().noneMatch(one -> one.pool().pageSize().equals(size) && one.more() > 0);
        if (there && enough) {
            List<Action> actions = new ArrayList<>(grown(look, asNamed));
            actions.add(new Action.RestartJvm());
            return new NamedPageSize(
                    actions, " By now the pool of " + size + " pages has what it needs, so that the flag can stay.");
        }
        Action.JvmFlag without = new Action.JvmFlag(List.of(), List.of(flag));
        List<PoolSize> usual = look.poolsAfter(without);
        if (usual.isEmpty()) {
            return NOTHING;
        }
        List<Action> actions = new ArrayList<>(List.of(without));
        actions.addAll(grown(look, usual));
        return new NamedPageSize(
                actions,
                " Without " + flag + " it takes pages of the usual size, of which "
                        + (actions.size() == 1 ? "that pool has enough." : "the host finds enough while it runs.")
                        + " To stay with " + size + ", reserve them at boot: kernel argument hugepagesz="
                        + size.toString().replace(" ", "").replace("iB", "") + " hugepages=N.");
    }

    private static List<Action> grown(Look look, List<PoolSize> sizes) {
        List<HugePool> pools = look.host("hugetlb pools", Host::pools);
        return sizes.stream()
                .filter(size -> size.more() > 0)
                .map(size -> Asked.pages(
                        look,
                        Asked.pool(pools, size.pool().pageSize()).orElse(size.pool()),
                        size.toWrite(),
                        size.pool().pageSize().times(size.more()) + " taken from all others"))
                .toList();
    }
}
