package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The remedy for a JVM that names a page size, {@code LargePageSizeInBytes=1g}, and whose heap has no page of that
 * size. The flag stays only if the pool of that size has all needed pages now, because gigantic pages can be reserved
 * reliably only at boot. Otherwise the JVM uses pages of the default size.
 *
 * @param actions in order; empty if no size is named, or if the host has too little memory
 * @param explanation of the actions, with a leading blank
 */
public record NamedPageSize(List<Action> actions, String explanation) {
    private static final String FLAG = "-XX:LargePageSizeInBytes=";
    private static final NamedPageSize NOTHING = new NamedPageSize(List.of(), "");

    /** @param size the named size */
    public static NamedPageSize of(RuleContext context, Bytes size) {
        Optional<String> named = context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.startsWith(FLAG))
                .reduce((first, last) -> last);
        return named.map(flag -> of(context, size, flag)).orElse(NOTHING);
    }

    private static NamedPageSize of(RuleContext context, Bytes size, String flag) {
        List<PoolSize> asNamed = context.poolsAfter(new JvmFlag(List.of(), List.of()));
        boolean present = asNamed.stream().anyMatch(one -> one.pool().pageSize().equals(size));
        boolean enough = asNamed.stream().noneMatch(one -> one.pool().pageSize().equals(size) && one.more() > 0);
        if (present && enough) {
            List<Action> actions = new ArrayList<>(PageFacts.grow(context, asNamed));
            actions.add(new RestartJvm());
            return new NamedPageSize(
                    actions, " The pool of " + size + " pages has enough pages now, so the flag can stay.");
        }
        JvmFlag without = new JvmFlag(List.of(), List.of(flag));
        List<PoolSize> ofDefaultSize = context.poolsAfter(without);
        if (ofDefaultSize.isEmpty()) {
            return NOTHING;
        }
        List<Action> actions = new ArrayList<>(List.of(without));
        actions.addAll(PageFacts.grow(context, ofDefaultSize));
        return new NamedPageSize(
                actions,
                " Without " + flag + " the JVM uses pages of the default size. "
                        + pages(actions.size() == 1, ofDefaultSize)
                        + " To keep pages of " + size + ", reserve them at boot: kernel argument hugepagesz="
                        + size.toString().replace(" ", "").replace("iB", "") + " hugepages=N.");
    }

    private static String pages(boolean enough, List<PoolSize> sizes) {
        if (enough) {
            return "Their pool has enough pages.";
        }
        return sizes.stream().anyMatch(size -> size.availability().found() == Found.AT_BOOT)
                ? "The kernel can allocate enough of them reliably only at boot."
                : "The host can allocate enough of them without a reboot.";
    }
}
