package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * A memory limit that a heap on transparent huge pages can outgrow. Huge pages count in whole against {@code memory.max},
 * so that limit is reached sooner than on base pages; pages of a hugetlb pool do not count
 * (Documentation/admin-guide/cgroup-v2.rst, memory.max).
 */
final class MemoryLimitBelowHeap implements Rule {
    /** A twentieth for what grows besides: metaspace, code, threads. A rule of thumb. */
    private static final long SHARE = 20;

    private static final Bytes SMALLEST = Bytes.ofMiB(64);

    @Override
    public String id() {
        return "HP-206";
    }

    @Override
    public String title() {
        return "a memory limit that a heap on huge pages can outgrow";
    }

    @Override
    public String subject() {
        return "jvm";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        Backing heap = Asked.heap(look);
        Cgroup groups = look.jvm("control groups", Jvm::cgroup);
        Optional<GroupLimit> limit =
                look.jvm("memory limits", jvm -> groups.memory()).tightest();
        if (limit.isEmpty()) {
            return groups.ancestorsHidden()
                    ? look.notApplicable("no limit can be seen from here; groups above may set one")
                    : look.pass("no control group limits its memory");
        }
        Bytes allowed = limit.get().limit();
        look.note(
                "memory limit",
                allowed + " for " + limit.get().cgroup(),
                limit.get().file());
        Bytes max = HeapArguments.max(look);
        Bytes rss = look.jvm("status", Jvm::status).rss().orElse(Bytes.ZERO);
        Bytes rest = rss.minus(heap.residentMin().min(rss));
        if (max.plus(rest).compareTo(allowed) <= 0) {
            return look.pass("the whole heap and what is resident besides fit into " + allowed);
        }
        boolean alone = max.compareTo(allowed) >= 0;
        return look.finding(
                alone ? Severity.WARNING : Severity.INFO,
                "The control group allows " + allowed + " of memory, and the heap may grow to " + max
                        + (alone ? "" : " beside " + rest.rounded() + " of other memory"),
                "Beyond the limit the kernel kills the process. On huge pages it comes sooner: a page of 2 MiB counts as"
                        + " a whole when its first byte is touched.",
                "With a heap that fits, the JVM collects garbage where it would be killed; or raise the limit to "
                        + max.plus(rest).plus(rest.dividedBy(2)).rounded() + ".",
                smaller(look, allowed, rest, heap.residentMin()));
    }

    private static List<Action> smaller(Look look, Bytes allowed, Bytes rest, Bytes resident) {
        Bytes room = allowed.minus(rest.min(allowed));
        Bytes fits = room.minus(room.dividedBy(SHARE));
        Bytes whole = Bytes.ofMiB(fits.value() / Bytes.ofMiB(2).value() * 2);
        boolean possible = whole.compareTo(SMALLEST) >= 0 && whole.compareTo(resident) >= 0;
        return possible ? List.of(HeapArguments.limited(look, whole)) : List.of();
    }
}
